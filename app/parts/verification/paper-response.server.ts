interface Paper {
  bytes: Uint8Array;
  type: string;
  name: string;
}

/** Nothing of a document reaches this site's pages, and no cache keeps it. */
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
