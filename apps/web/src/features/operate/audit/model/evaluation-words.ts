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
  'evaluation.attack_started': { label: 'Attack started', phrase: 'started an attack to see what holds' },
  'evaluation.attack_cancelled': { label: 'Attack cancelled', phrase: 'cancelled an attack' },
  'evaluation.gate_changed': { label: 'Quality gate changed', phrase: 'changed a quality gate' },
  'evaluation.gate_overridden': {
    label: 'Quality gate overridden',
    phrase: 'used settings although the quality gate held them back',
  },
};
