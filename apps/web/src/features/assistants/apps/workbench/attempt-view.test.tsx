import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { AttemptView } from './attempt-view.tsx';
import { type Attempt, afterEvent } from './try-app.ts';

const blank: Attempt = {
  ...{ key: 0, question: 'Hello?', answer: '', citations: [], followUps: [] },
  ...{ trace: undefined, isRunning: true, waits: false, failure: undefined },
};
const shown = async (attempt: Attempt): Promise<string> => {
  const { unmount } = await renderUi(<AttemptView attempt={attempt} onAsk={() => undefined} />);
  const said = screen.queryByRole('status')?.textContent ?? 'nothing is announced';
  unmount();
  return said;
};

it('says that an attempt waits behind others, and no longer once it goes on or has ended', async () => {
  const waiting = afterEvent(blank, 'waits', { waits: true });
  expect(await shown(blank)).toBe('');
  expect(await shown(waiting)).toBe(
    'Others are served first at the moment. This answer waits and goes on by itself.',
  );
  expect(await shown(afterEvent(waiting, 'waits', { waits: false }))).toBe('');
  expect(await shown({ ...waiting, isRunning: false })).toBe('nothing is announced');
});
