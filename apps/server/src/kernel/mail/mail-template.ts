import { escapeHtml } from '../base/escape-html.ts';
import type { Mail } from './mail.ts';

/** The contents of a mail. All of it is plain text; the template escapes it. */
export type MailContent = {
  to: string;
  subject: string;
  /** The subject where it is left out. */
  heading?: string;
  /** The user who is greeted. */
  name?: string;
  paragraphs: readonly string[];
  /** The button of the mail; `url` must be http(s). */
  action?: { label: string; url: string };
  /** Small print below the button, such as how long the link works. */
  note?: string;
};

const checkedLink = (url: string): string => {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`A mail cannot link to ${protocol} addresses.`);
  return href;
};

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Mail programs that support dark mode take the colours of the style sheet; all others show the inline ones. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #14161a !important; }
  .card { background: #1e2127 !important; border-color: #343a44 !important; }
  .strong { color: #f2f4f7 !important; }
  .plain { color: #d3d8e0 !important; }
  .quiet { color: #a3abb8 !important; }
}`;

const paragraph = (text: string) =>
  `<p class="plain" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#374151;${font}">${escapeHtml(text)}</p>`;

const button = ({ label, url }: NonNullable<MailContent['action']>) => {
  const link = escapeHtml(checkedLink(url));
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:8px;background:#3b4fd1">
<a href="${link}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;${font}">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#5b6472;${font}">If the button does not work, open this address:<br><a class="quiet" href="${link}" style="color:#5b6472;word-break:break-all">${link}</a></p>`;
};

type Shown = Pick<MailContent, 'paragraphs' | 'action' | 'note'> & { heading: string };

const renderHtml = ({ heading, paragraphs, action, note }: Shown): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title><style>${styles}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f4f5f7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px"><tr><td style="padding:32px">
<p class="quiet" style="margin:0 0 24px;font-size:14px;font-weight:600;color:#5b6472;${font}">Atelier</p>
<h1 class="strong" style="margin:0 0 16px;font-size:22px;line-height:30px;color:#111827;${font}">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${action ? button(action) : ''}
${note ? `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#5b6472;${font}">${escapeHtml(note)}</p>` : ''}
</td></tr></table></td></tr></table></body></html>`;

const renderText = ({ heading, paragraphs, action, note }: Shown): string =>
  [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${checkedLink(action.url)}`] : []),
    ...(note ? [note] : []),
    'Atelier',
  ]
    .join('\n\n')
    .concat('\n');

/** Renders a mail as text and as HTML that is readable in light and dark mode. @throws Error when the link is not http(s) */
export const renderMail = ({ to, subject, heading = subject, name, ...content }: MailContent): Mail => {
  const greeting = name === undefined ? [] : [`Hello ${name},`];
  const shown = { ...content, heading, paragraphs: [...greeting, ...content.paragraphs] };
  return { to, subject, text: renderText(shown), html: renderHtml(shown) };
};
