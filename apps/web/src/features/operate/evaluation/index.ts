export { AttacksTab } from './attacks/attacks-tab.tsx';
export { GateDialog } from './gate-dialog.tsx';
export { MakeTestQuestion } from './make-test-question.tsx';
export { TestsTab } from './tests-tab.tsx';
