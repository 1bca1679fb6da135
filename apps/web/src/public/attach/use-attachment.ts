import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import { useCallback, useState } from 'react';
import { attachFile } from '../api.ts';
import type { Turn } from '../model/conversation.ts';
import type { ChatLink } from '../model/link.ts';

type State =
  /** As in the last question. */
  | { kind: 'unchanged' }
  | { kind: 'reading'; name: string }
  | { kind: 'chosen'; file: AttachedFile | null }
  | { kind: 'refused'; why: string };

export interface Attachment {
  /** The files that may be attached; null where the app takes none. */
  taken: Chatbot['files'];
  /** The file that the next question is about. */
  file: AttachedFile | null;
  /** The name of the file that the server reads. */
  reading: string | undefined;
  /** The reason why the chosen file is refused. */
  refusal: string | undefined;
  attach: (file: File) => void;
  /** Asks the knowledge of the app again. */
  detach: () => void;
  /** Forgets the choice, because another conversation is opened. */
  reset: () => void;
}

const megabyte = 1024 * 1024;
const failed = 'The file could not be sent. Please try again.';

/** The file of the visitor that the next question is about. It stays until the visitor takes it away. */
export const useAttachment = (
  link: ChatLink,
  taken: Chatbot['files'],
  turns: readonly Turn[],
): Attachment => {
  const [state, setState] = useState<State>({ kind: 'unchanged' });
  const read = async (file: File, most: number) => {
    if (file.size > most) {
      setState({
        kind: 'refused',
        why: `Please attach a file of at most ${Math.floor(most / megabyte)} MB.`,
      });
      return;
    }
    setState({ kind: 'reading', name: file.name });
    const next = await attachFile(link, file).then(
      (attached): State => ({ kind: 'chosen', file: attached }),
      (error: unknown): State => ({ kind: 'refused', why: error instanceof Error ? error.message : failed }),
    );
    // Another file may have been chosen, or another conversation opened, while this one was read.
    setState((current) => (current.kind === 'reading' && current.name === file.name ? next : current));
  };
  const last = state.kind === 'unchanged' ? (turns.at(-1)?.file ?? null) : null;
  const chosen = state.kind === 'chosen' ? state.file : last;
  return {
    taken,
    file: taken === null ? null : chosen,
    reading: state.kind === 'reading' ? state.name : undefined,
    refusal: state.kind === 'refused' ? state.why : undefined,
    attach: (file) => {
      if (taken) void read(file, taken.maxBytes);
    },
    detach: () => setState({ kind: 'chosen', file: null }),
    reset: useCallback(() => setState({ kind: 'unchanged' }), []),
  };
};
