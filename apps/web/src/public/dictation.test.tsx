import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from './attach/use-attachment.ts';
import { Composer } from './composer.tsx';

const noFiles: Attachment = {
  taken: null,
  file: null,
  reading: undefined,
  refusal: undefined,
  attach: () => undefined,
  detach: () => undefined,
  reset: () => undefined,
};

class Recognition extends EventTarget {
  static last: Recognition | undefined;
  lang = '';
  interimResults = false;
  start = vi.fn<() => void>();
  stop = vi.fn<() => void>(() => this.dispatchEvent(new Event('end')));
  abort = vi.fn<() => void>();
  constructor() {
    super();
    Recognition.last = this;
  }
  hear(...said: string[]) {
    const results = said.map((transcript) => [{ transcript }]);
    act(() => void this.dispatchEvent(Object.assign(new Event('result'), { results })));
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () => {
  const none = () => undefined;
  const onSend = vi.fn<(question: string) => void>();
  const view = render(
    <Composer
      handle={{ current: null }}
      botName="Ada"
      isAnswering={false}
      attachment={noFiles}
      onWrite={none}
      onSend={onSend}
      onStop={none}
    />,
  );
  return { ...view, onSend };
};

describe('speaking a question', () => {
  it('is offered only by browsers that recognise speech', () => {
    open();
    expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
  });

  it('says what happens to the sound, adds the words to what was typed, and sends nothing by itself', async () => {
    vi.stubGlobal('webkitSpeechRecognition', Recognition);
    const { onSend } = open();
    const field = screen.getByRole('textbox', { name: 'Ask Ada' });
    await userEvent.type(field, 'Please:');
    await userEvent.click(screen.getByRole('button', { name: 'Dictate', pressed: false }));
    expect(screen.getByRole('status').textContent).toMatch(
      /browser turns the sound into text.*only the text/i,
    );
    Recognition.last?.hear('when does');
    Recognition.last?.hear('when does the ferry', ' leave');
    expect(field).toHaveProperty('value', 'Please: when does the ferry leave');
    await userEvent.click(screen.getByRole('button', { name: 'Dictate', pressed: true }));
    expect(screen.getByRole('button', { name: 'Dictate', pressed: false })).toBeTruthy();
    expect(onSend).not.toHaveBeenCalled();
  });

  it('says why nothing is heard, and stops when the page is left', async () => {
    vi.stubGlobal('SpeechRecognition', Recognition);
    const { unmount } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Dictate' }));
    act(
      () => void Recognition.last?.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' })),
    );
    expect(screen.getByRole('status').textContent).toBe('The microphone was not allowed.');
    unmount();
    expect(Recognition.last?.abort).toHaveBeenCalled();
  });
});
