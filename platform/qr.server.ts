import encodeQR from "qr";

/**
 * A text as a QR code: an SVG without colours of its own, with the quiet zone of four modules that
 * cameras need.
 */
export function drawQr(text: string): string {
  return encodeQR(text, "svg", { ecc: "medium", border: 4 });
}
