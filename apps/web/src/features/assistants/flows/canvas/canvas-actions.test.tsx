import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memo } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CanvasActionsContext, useCanvasActions, useSteadyActions } from './canvas-actions.ts';

afterEach(cleanup);

const drawn = vi.fn<() => void>();
const Card = memo(() => {
  drawn();
  const { open, edit } = useCanvasActions();
  return (
    <button type="button" onClick={() => open('step_1')}>
      {edit ? 'Edit' : 'Look'}
    </button>
  );
});
const ignore = () => undefined;
const edit = { add: ignore, move: ignore, press: () => false, changeNote: ignore, removeNote: ignore };
const Canvas = ({ open, canEdit }: { open: (id: string) => void; canEdit: boolean }) => {
  const rest = { onKeyDown: ignore, onFocus: ignore, ...(canEdit && { edit }) };
  const steady = useSteadyActions({ open, ...rest });
  return (
    <CanvasActionsContext value={steady}>
      <Card />
    </CanvasActionsContext>
  );
};

it('draws a card once, however often what the actions do changes, and calls what they do at last', async () => {
  const [first, last] = [vi.fn<(id: string) => void>(), vi.fn<(id: string) => void>()];
  const { rerender } = render(<Canvas open={first} canEdit />);
  rerender(<Canvas open={() => undefined} canEdit />);
  rerender(<Canvas open={last} canEdit />);
  expect(drawn).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(first).not.toHaveBeenCalled();
  expect(last).toHaveBeenCalledExactlyOnceWith('step_1');
  rerender(<Canvas open={last} canEdit={false} />);
  expect(screen.getByRole('button', { name: 'Look' })).toBeTruthy();
});
