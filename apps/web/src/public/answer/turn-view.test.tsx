import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Turn } from '../model/conversation.ts';
import { TurnView } from './turn-view.tsx';

afterEach(cleanup);

const citation: Citation = {
  index: 1,
  chunkId: 'chk_1',
  knowledgeBaseImportId: 'imp_1',
  documentName: 'Report.pdf',
  page: 3,
  quote: 'Mac | 7,382',
  start: 0,
  end: 11,
  edited: false,
};
const turn: Turn = {
  key: 'a',
  queryId: 'qry_1',
  question: 'Wie hoch?',
  attempts: [],
  file: null,
  answer: 'Keine klare Antwort. Am nächsten:\n\n- Mac; 2022: 7,382 [1]\n\nSie könnten auch fragen: “Umsatz”',
  origin: 'QUOTED',
  answerKind: 'CLOSEST_CHUNKS',
  wordings: ['Umsatz'],
  followUps: [],
  condensed: false,
  citations: [citation],
  feedback: null,
  newAnswer: null,
  status: 'COMPLETED',
  restFollows: false,
  waits: false,
  error: undefined,
};
const show = (change: Partial<Turn> = {}) => {
  const onAsk = vi.fn<(question: string) => void>();
  const onOpen = vi.fn<(cited: Citation, queryId: string) => void>();
  const onRetry = vi.fn<(again: Turn, question?: string) => void>();
  const onChoose = vi.fn<(queryId: string) => void>();
  render(
    <TurnView
      link={{ appId: 'app_1', tenantId: undefined }}
      turn={{ ...turn, ...change }}
      botName="Bot"
      botIcon={null}
      canRetry
      canEdit
      onChoose={onChoose}
      onRated={vi.fn<(queryId: string, feedback: Turn['feedback']) => void>()}
      onAsk={onAsk}
      onRetry={onRetry}
      onOpen={onOpen}
    />,
  );
  return { onAsk, onOpen, onRetry, onChoose };
};

describe('a turn', () => {
  it('says that older messages were condensed for the answer, once it is complete', () => {
    show({ condensed: true, status: 'STREAMING' });
    expect(screen.queryByText(/older part was condensed/)).toBeNull();
    cleanup();
    show({ condensed: true });
    expect(screen.getByText(/older part was condensed for this answer/)).toBeTruthy();
    cleanup();
    show();
    expect(screen.queryByText(/older part was condensed/)).toBeNull();
  });

  it('names the figures that none of the sources of a statement says, once it is complete', () => {
    const answer = 'It was 7,382 [1]. It is 9,000 now [1][2], or 8,000 [1].';
    const at = (mark: number, index: number, missingFigures?: string[]): Citation => ({
      ...citation,
      ...{ index, markAt: answer.split('[', mark).join('[').length, missingFigures },
    });
    const citations = [at(1, 1), at(2, 1, ['9,000']), at(3, 2), at(4, 1, ['8,000'])];
    const given = { answerKind: 'ANSWER' as const, answer, citations };
    show({ ...given, status: 'STREAMING' });
    expect(screen.queryByText(/Please check/)).toBeNull();
    cleanup();
    show(given);
    expect(screen.getByText(/Please check/).textContent).toBe(
      ' Please check: 8,000 is not in source 1. It may have been computed or be wrong.',
    );
  });

  it('says while it is written that it waits behind others, and no longer', () => {
    show({ status: 'STREAMING', waits: true, answer: '' });
    expect(screen.getByRole('status').textContent).toBe(
      'Others are served first at the moment. This answer waits and goes on by itself.',
    );
    cleanup();
    show({ status: 'STREAMING', answer: '' });
    expect(screen.getByRole('status').textContent).toBe('');
    cleanup();
    show({ waits: true });
    expect(screen.queryByText(/served first/)).toBeNull();
  });

  it('offers the next questions as buttons once the answer is complete', async () => {
    const change = {
      answerKind: 'ANSWER' as const,
      answer: 'It is 25.',
      wordings: [],
      followUps: ['And in May?'],
    };
    const { onAsk } = show(change);
    const list = screen.getByRole('list', { name: 'Questions to ask next' });
    await userEvent.click(within(list).getByRole('button', { name: 'And in May?' }));
    expect(onAsk).toHaveBeenCalledWith('And in May?');
    cleanup();
    show({ ...change, status: 'STREAMING' });
    expect(screen.queryByRole('list', { name: 'Questions to ask next' })).toBeNull();
  });

  it('shows the closest chunks as cards that open their source, not as an answer', async () => {
    const { onOpen } = show();
    expect(screen.getByText('Keine klare Antwort. Am nächsten:')).toBeTruthy();
    const card = screen.getByRole('button', { name: /Report\.pdf, Page 3.*Mac; 2022: 7,382/ });
    expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull();
    await userEvent.click(card);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(citation, 'qry_1');
  });

  it('shows below it what came after its feedback, with sources of its own, and who wrote it', async () => {
    const { onOpen } = show({
      answerKind: 'ANSWER',
      wordings: [],
      newAnswer: {
        ...{ id: 'nan_1', answer: 'It is 7,400 [1].', origin: 'PERSON' as const, citations: [citation] },
        toldAt: '2026-05-01T00:00:00.000Z',
      },
    });
    const told = within(screen.getByRole('region', { name: 'New answer' }));
    expect(told.getByText('A person wrote this answer.')).toBeDefined();
    await userEvent.click(told.getByRole('button', { name: /^1\s?Report\.pdf/ }));
    expect(onOpen).toHaveBeenCalledWith(citation, 'nan_1');
  });

  it('offers other wordings and asks the one that is chosen', async () => {
    const { onAsk } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Umsatz' }));
    expect(onAsk).toHaveBeenCalledExactlyOnceWith('Umsatz');
    expect(screen.getByRole('group', { name: 'Sie könnten auch fragen:' })).toBeTruthy();
  });

  it('lets question and answer run in the direction of their script', async () => {
    show({ question: 'כמה?', answer: 'Yes.', answerKind: 'ANSWER', wordings: [], citations: [] });
    expect(screen.getByText('כמה?').getAttribute('dir')).toBe('auto');
    expect((await screen.findByText('Yes.')).closest('[dir]')?.getAttribute('dir')).toBe('auto');
  });

  it('lets the question be changed and asked again, or left as it was', async () => {
    const { onRetry } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Edit the question' }));
    const field = screen.getByRole('textbox', { name: 'Your question' });
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, ' Und 2023?{Escape}');
    expect(screen.getByText('Wie hoch?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Edit the question' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Your question' }));
    expect(screen.getByRole('button', { name: 'Ask again' })).toHaveProperty('disabled', true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Your question' }), 'Wie hoch 2023?{Enter}');
    expect(onRetry).toHaveBeenCalledExactlyOnceWith(turn, 'Wie hoch 2023?');
  });

  it('leads to the other attempts at the question', async () => {
    const { onChoose } = show({ attempts: ['qry_0', 'qry_1'] });
    expect(screen.getByRole('group', { name: 'Attempts' }).textContent).toBe('2 of 2');
    expect(screen.getByRole('button', { name: 'Later attempt' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Earlier attempt' }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('qry_0');
  });
});
