import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MarkdownRenderer } from '../markdown-renderer.tsx';

beforeAll(() => {
  // The simulated page has no doctype, and formulas are drawn in standards mode only.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' });
});
afterEach(cleanup);

const show = async (markdown: string): Promise<Element> => {
  const { container } = await act(async () => render(<MarkdownRenderer>{markdown}</MarkdownRenderer>));
  return container;
};

describe('formulas', () => {
  it('are drawn in their line', async () => {
    const page = await show('Area $a^2$ of \\(\\frac{1}{2}\\)');
    await expect.poll(() => page.querySelectorAll('math')).toHaveLength(2);
    expect(page.querySelector('msup')?.textContent).toBe('a2');
    expect(page.querySelector('mfrac')?.textContent).toBe('12');
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\url{javascript:alert(1)}',
    '\\style{background:url(https://evil.example)}{x}',
    '\\class{evil}{x}',
    '<img src=x onerror=alert(1)>',
    '\\text{<script>alert(1)</script>}',
    '\\def\\a{\\a\\a}\\a',
  ])('set no address, picture or script with %s', async (tex) => {
    const page = await show(`$$${tex}$$`);
    await expect.poll(() => page.querySelector('math, code')).not.toBeNull();
    expect(page.querySelector('a, img, script, [href], [src], [onerror], .evil')).toBeNull();
    expect(page.querySelector('[style*="url("]')).toBeNull();
  });

  it('that cannot be read are shown as they were written', async () => {
    const page = await show('See $\\frac{1$.');
    await expect.poll(() => page.querySelector('code')?.textContent).toBe('\\frac{1');
  });
});

describe('code', () => {
  it('is coloured in its language, without another letter', async () => {
    const code = 'const a = "<b>&amp;\'"; // 1 < 2\n';
    const page = await show(`\`\`\`js\n${code}\`\`\``);
    await expect.poll(() => page.querySelectorAll('pre span').length).toBeGreaterThan(2);
    expect(page.querySelector('pre')?.textContent).toBe(code);
    expect(page.querySelector('pre span')?.textContent).toBe('const');
  });

  it('stays plain in a language that is not known', async () => {
    const page = await show('```klingon\nnuqneH\n```');
    await expect.poll(() => page.querySelector('pre')?.textContent).toBe('nuqneH\n');
    expect(page.querySelector('pre span')).toBeNull();
  });

  it('is copied by its button', async () => {
    const user = userEvent.setup();
    await show('```\nnpm start\n```');
    await user.click(screen.getByRole('button', { name: 'Copy code' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe('npm start\n');
  });
});

it('gives each block the direction of its own script, and code that of code', async () => {
  const page = await show('Hello\n\nשלום\n\n- أهلا\n\n> نعم\n\n| א |\n|---|\n| ב |\n\n```\nx\n```');
  const blocks = [...page.querySelectorAll('p, ul, blockquote, table')].map(
    (block) => `${block.tagName} ${block.closest('[dir]')?.getAttribute('dir')}`,
  );
  expect(blocks).toEqual(['P auto', 'P auto', 'UL auto', 'BLOCKQUOTE auto', 'P auto', 'TABLE auto']);
  expect(page.querySelector('pre')?.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
});
