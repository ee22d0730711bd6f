/** No script, no form, an origin of its own; a link opens a tab. */
export function MailFrame({ subject, html }: { subject: string; html: string }) {
  return (
    <iframe
      title={`E-mail : ${subject}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<base target="_blank">${html}`}
      className="h-170 w-full rounded-control ring ring-hairline"
    />
  );
}
