export { AttacksTab } from './attacks/attacks-tab.tsx';
export { GateDialog } from './gate/gate-dialog.tsx';
export { heldBackBy, type TestsToPass } from './gate/held-back.ts';
export { MakeTestQuestion } from './make-test-question.tsx';
export { TestsTab } from './tests-tab.tsx';
