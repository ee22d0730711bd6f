import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = `
*,*::before,*::after{box-sizing:border-box}
body{margin:0;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,sans-serif}
.notice{background:#1c2430;color:#fff;padding:10px 16px;text-align:center;font-size:14px}
main{max-width:560px;margin:0 auto;padding:24px 16px 48px}
main.wide{max-width:960px}
@media(min-width:820px){.columns{display:grid;grid-template-columns:1fr 1fr;gap:32px;align-items:start}}
h1{font-size:24px;line-height:1.2;margin:0 0 4px}
h2{font-size:18px;line-height:1.3;margin:24px 0 8px}
h2.first{margin-top:0}
.amount small{font-size:16px;font-weight:400;color:#56606e}
.amount{font-size:32px;font-weight:600;margin:4px 0 16px}
.panel{background:#fff;border:1px solid #d9dde3;border-radius:12px;padding:20px;margin:0 0 20px}
.lines{list-style:none;margin:0;padding:0}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-top:1px solid #e6e9ed}
.lines small{display:block;color:#56606e}
.lines .total{font-weight:600}
label{display:block;font-weight:600;font-size:14px;margin:14px 0 4px}
input,select{width:100%;min-height:48px;padding:10px 12px;font:inherit;color:inherit;background:#fff;border:1px solid #7b8696;border-radius:8px}
input[readonly]{background:#f0f2f4}
input[aria-invalid=true]{border-color:#a3262a;border-width:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.error{color:#a3262a;font-size:14px;margin:4px 0 0}
.alert{background:#fdecec;border:1px solid #e2a5a7;color:#7d1c20;border-radius:8px;padding:12px 14px;margin:0 0 16px}
.good{background:#e8f4ec;border:1px solid #a9d0b6;color:#1e5531;border-radius:8px;padding:12px 14px;margin:0 0 16px}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;margin:20px 0 0;padding:10px 16px;border:1px solid #2b4acb;border-radius:8px;background:#2b4acb;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.quiet,.button.quiet{background:#fff;color:#1c2430;border-color:#7b8696;margin-top:12px}
a{color:#2b4acb}
:focus-visible{outline:3px solid #1c2430;outline-offset:2px}
.back{display:inline-flex;align-items:center;min-height:44px;margin:0 0 8px}
summary{cursor:pointer;padding:10px 0;font-weight:600}
details{margin:-10px 0}
form+details{margin-top:12px}
.panel>.lines>li:first-child{border-top:0}
td code{white-space:nowrap}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:left;padding:6px 8px 6px 0;border-top:1px solid #e6e9ed;vertical-align:top}
code,pre{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:#f0f2f4;border-radius:8px;padding:12px;overflow:auto;white-space:pre-wrap}
`;

/** A page of the simulator. Plain HTML: nothing here needs JavaScript. */
export function page(title: string, content: Html, wide = false): Html {
  return html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<header class="notice">Simulateur de paiement : aucune carte réelle, aucun argent ne circule.</header>
<main class="${wide ? "wide" : ""}">
${content}
</main>
</body>
</html>`;
}

export function failedPage(): Html {
  return page(
    "Erreur du simulateur",
    html`<div class="panel"><h1>Erreur du simulateur</h1><p>Le journal du simulateur dit pourquoi.</p></div>`,
  );
}

/** An input with its label and, below it, what is wrong with it. */
export function field(
  name: string,
  label: string,
  more: {
    value?: string;
    error?: string | undefined;
    autocomplete?: string;
    inputmode?: string;
    placeholder?: string;
    type?: string;
    readonly?: boolean;
  } = {},
): Html {
  return html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${more.type ?? "text"}" value="${more.value ?? ""}"
 autocomplete="${more.autocomplete ?? "off"}" inputmode="${more.inputmode ?? "text"}"
 placeholder="${more.placeholder ?? ""}" ${more.readonly ? raw("readonly") : ""}
 ${more.error ? raw(`aria-invalid="true" aria-describedby="${name}-error"`) : ""}>
${more.error ? html`<p class="error" id="${name}-error">${more.error}</p>` : ""}
</div>`;
}
