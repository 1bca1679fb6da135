import { readFileSync } from 'node:fs';

/**
 * Texts that run scripts or send requests in pages that let them. Those in the file are the inputs of DOMPurify's tests
 * (github.com/cure53/DOMPurify, test/fixtures/expect.mjs at 1fa97e8f, Apache-2.0 or MPL-2.0, Copyright 2015 Mario Heiderich), in which many published
 * collections have come together.
 */
const ofHtml = JSON.parse(
  readFileSync(new URL('purify-payloads.json', import.meta.url), 'utf8'),
) as readonly string[];

/** What only Markdown and formulas can do. */
const ofMarkdown = [
  '[x](javascript:alert(1))',
  '[x](  javascript:alert(1) "y")',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](vbscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](https://evil.example/pixel.png)',
  '![x][y]\n\n[y]: //evil.example/pixel.png',
  '![x](\\\\evil.example\\pixel.png)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '`</code><img src=x onerror=alert(1)>`',
  '```"><img/src=x/onerror=alert(1)>\n<script>alert(1)</script>\n```',
  '```js\n</span><script>alert(1)</script>\n```',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <svg onload=alert(1)> |',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '$\\href{javascript:alert(1)}{x}$',
  '$$\\includegraphics{https://evil.example/pixel.png}$$',
  '$\\url{javascript:alert(1)}$ $\\text{<img src=x onerror=alert(1)>}$',
  '$$\\html@mathml{<script>alert(1)</script>}{x}$$',
  '[1](#cite-1)[x](#cite-2"onmouseover=alert(1))',
];

export const hostileVectors: readonly string[] = [...ofHtml, ...ofMarkdown];
