interface Paper {
  bytes: Uint8Array;
  type: string;
  name: string;
}

/**
 * A private document, shown by the browser's own viewer, where nothing of it can reach this site; no
 * cache keeps it.
 */
export function paperResponse({ bytes, type, name }: Paper): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `inline; filename="${name}"`,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}
