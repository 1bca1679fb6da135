/** The words of actions on test questions and the quality gate. */
export const evaluationWords: Record<string, { label: string; phrase: string }> = {
  'evaluation.questions_added': { label: 'Test questions added', phrase: 'added {questions} test questions' },
  'evaluation.question_changed': { label: 'Test question changed', phrase: 'changed a test question' },
  'evaluation.question_removed': { label: 'Test question deleted', phrase: 'deleted a test question' },
  'evaluation.test_started': { label: 'Test questions run', phrase: 'ran the test questions' },
  'evaluation.test_cancelled': {
    label: 'Run of test questions cancelled',
    phrase: 'cancelled a run of test questions',
  },
  'evaluation.gate_changed': { label: 'Quality gate changed', phrase: 'changed the quality gate of an app' },
  'evaluation.gate_overridden': {
    label: 'Quality gate overridden',
    phrase: 'saved settings although the quality gate held them back',
  },
};
