import encodeQR from "qr";

export function drawQr(text: string): string {
  return encodeQR(text, "svg", { ecc: "medium", border: 4 });
}
