import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';

const words: Partial<Record<AnswerOrigin, string>> = {
  PERSON: 'A person wrote this answer.',
  COMPUTED: 'This answer was computed from the rows of a table.',
};

/** Says who wrote an answer, where that is not what the page says of all answers. */
export const Origin = ({ origin }: { origin: AnswerOrigin | undefined }) => {
  const said = origin && words[origin];
  return said === undefined ? null : <p className="muted small margin-top-3">{said}</p>;
};
