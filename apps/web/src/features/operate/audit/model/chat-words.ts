/** The words of actions on answers and conversations. */
export const chatWords: Record<string, { label: string; phrase: string }> = {
  'chat.answer_rated': { label: 'Answer rated', phrase: 'rated an answer' },
  'chat.feedback_status_set': {
    label: 'Status of feedback changed',
    phrase: 'set the feedback on an answer to “{status}”',
  },
  'chat.feedback_assigned': {
    label: 'Feedback assigned',
    phrase: 'gave the feedback on an answer to a member',
  },
  'chat.asked_again': { label: 'Question asked again', phrase: 'asked a rated question again' },
  'chat.reader_told': { label: 'Reader told', phrase: 'told a reader the new answer to their question' },
  'suggestions.written': { label: 'Curated answer written', phrase: 'wrote a curated answer' },
  'suggestions.changed': { label: 'Curated answer changed', phrase: 'changed a curated answer' },
  'suggestions.removed': { label: 'Curated answer deleted', phrase: 'deleted a curated answer' },
  'chat.answer_stopped': { label: 'Answer stopped', phrase: 'stopped an answer' },
  'chat.session_renamed': { label: 'Conversation renamed', phrase: 'renamed a conversation' },
  'chat.session_deleted': { label: 'Conversation deleted', phrase: 'deleted a conversation' },
};
