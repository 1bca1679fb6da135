import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { AnswerText, SourceList } from './answer-text.tsx';

// Reading the renderer's source takes longer than a query waits when the machine is busy.
beforeAll(() => import('../../ui/content/markdown-renderer.tsx'));
afterEach(cleanup);

const citation: Citation = {
  index: 1,
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'Manual.pdf',
  page: 3,
  quote: 'q',
  start: 0,
  end: 1,
  edited: false,
};
const show = (answer: string, onOpen = vi.fn<(cited: Citation) => void>()) => {
  const view = render(<AnswerText answer={answer} citations={[citation]} onOpen={onOpen} />);
  return { ...view, onOpen };
};

describe('an answer', () => {
  it('opens the source of a citation mark, which names document and page', {
    tags: ['CHAT-05'],
  }, async () => {
    const { onOpen } = show('The filter is changed twice a year. [1]');
    await userEvent.click(await screen.findByRole('button', { name: 'Source 1: Manual.pdf, page 3' }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(citation);
  });

  it('opens the own quote of each mark of a repeated number, and lists the source once', async () => {
    const user = userEvent.setup();
    const first = { ...citation, markAt: 9, quote: 'Ink | 5' };
    const second = { ...citation, markAt: 23, quote: 'Wax | 7', start: 5, end: 12 };
    const onOpen = vi.fn<(cited: Citation) => void>();
    render(
      <>
        <AnswerText answer="Ink is 5 [1]. Wax is 7 [1]." citations={[first, second]} onOpen={onOpen} />
        <SourceList citations={[first, second]} onOpen={onOpen} />
      </>,
    );
    await screen.findAllByRole('button', { name: 'Source 1: Manual.pdf, page 3' });
    const markAt = (at: number) => screen.getAllByRole('button', { name: /^Source 1/ })[at] ?? document.body;
    await user.hover(markAt(1));
    expect((await screen.findByRole('tooltip')).textContent).toContain('Wax | 7');
    await user.click(markAt(1));
    expect(onOpen).toHaveBeenLastCalledWith(second);
    await user.click(markAt(0));
    expect(onOpen).toHaveBeenLastCalledWith(first);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('shows what a mark cites while the pointer is on it or the keyboard reaches it', {
    tags: ['CHAT-05'],
  }, async () => {
    const user = userEvent.setup();
    show('The filter is changed twice a year. [1]');
    const mark = await screen.findByRole('button', { name: /Source 1/ });
    await user.hover(mark);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Manual.pdfPage 3q');
    expect(mark.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    await user.unhover(mark);
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.tab();
    await screen.findByRole('tooltip');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('shows nothing at a mark to which the focus comes back from its source', async () => {
    const user = userEvent.setup();
    show('The filter is changed twice a year. [1]');
    await screen.findByRole('button', { name: /Source 1/ });
    await user.tab();
    await screen.findByRole('tooltip');
    await user.keyboard('{Enter}');
    await user.tab();
    await user.tab({ shift: true });
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.tab();
    await user.tab({ shift: true });
    await screen.findByRole('tooltip');
  });

  it('lists its sources, and says which were written by hand', () => {
    const edited = { ...citation, index: 2, documentName: 'Rules.md', edited: true };
    render(<SourceList citations={[citation, edited]} onOpen={() => undefined} />);
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual(['1Manual.pdfp. 3', '2Rules.mdp. 3edited']);
  });

  it('keeps the mark that has the focus while more text comes', async () => {
    const { rerender, onOpen } = show('Yes. [1]');
    const mark = await screen.findByRole('button', { name: /Source 1/ });
    mark.focus();
    rerender(<AnswerText answer="Yes. [1] And more." citations={[citation]} onOpen={onOpen} />);
    await screen.findByText(/And more/);
    expect(document.activeElement).toBe(mark);
  });

  it.each([
    '<script>window.pwned = 1</script>',
    '<img src=x onerror="window.pwned = 1">',
    '<svg/onload=window.pwned=1>',
    '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
    '<a href="javascript:window.pwned=1">x</a>',
    '[x](javascript:window.pwned=1)',
    '[x](&#106;avascript:window.pwned=1)',
    '[x](data:text/html,<script>1</script>)',
    '[x](vbscript:x)',
    '<javascript:alert(1)>',
    '![x](https://evil.example/pixel.png)',
    '![x](javascript:window.pwned=1)',
    '[x]( //evil.example )',
  ])('runs and fetches nothing of %s', async (hostile) => {
    const { container } = show(`Begin. ${hostile} End.`);
    await screen.findByText(/Begin\./);
    expect(
      container.querySelector('script, iframe, img, svg, object, embed, form, [onerror], [onload]'),
    ).toBeNull();
    expect([...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([]);
    expect('pwned' in window).toBe(false);
  });

  it('opens a web link elsewhere, without a way back', async () => {
    show('See [here](https://example.com/a).');
    const link = await screen.findByRole('link', { name: 'here' });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});
