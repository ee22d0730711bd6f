import encodeQR from "qr";

/** An SVG without colours, with a quiet zone of four modules. */
export function drawQr(text: string): string {
  return encodeQR(text, "svg", { ecc: "medium", border: 4 });
}
