import type { ErrorDeclaration } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';

/** The refusals of calls that make, change, publish and delete flows. */
export const flowErrors = {
  'flows.not_found': { kind: 'not_found', message: 'This flow does not exist.' },
  'flows.version_not_found': {
    kind: 'not_found',
    message: 'This version of the flow does not exist any more. Please choose another one.',
  },
  'flows.unreadable': {
    kind: 'invalid',
    message: 'This is not a flow. The details name what does not fit.',
  },
  'flows.changed_meanwhile': changedMeanwhile('this flow'),
  'flows.not_valid': {
    kind: 'conflict',
    message: 'This flow has problems, so it cannot be published. Please mend the marked steps.',
  },
  'flows.circle': {
    kind: 'invalid',
    message:
      'An agent of this flow runs this flow in turn, so both would start each other for ever. Please choose another agent, or take the flow from the agent.',
  },
  'flows.schedule_unreadable': {
    kind: 'invalid',
    message: 'The schedule of this flow cannot be read. Please correct its trigger.',
  },
  'flows.no_file': { kind: 'invalid', message: 'The form has no file. Please choose one.' },
  'flows.not_published': {
    kind: 'conflict',
    message: 'This flow has not been published yet. Please publish it first.',
  },
  'flows.disabled': {
    kind: 'conflict',
    message: 'This flow is switched off. Its owner can switch it on.',
  },
  'flows.run_failed': { kind: 'upstream', message: 'The flow could not finish. Its run says why.' },
  'flows.still_running': {
    kind: 'unavailable',
    message: 'The flow is still at work. Please look at its run; it goes on.',
  },
  'flows.step_not_found': { kind: 'not_found', message: 'The flow has no step with this name.' },
  'flows.step_not_testable': {
    kind: 'invalid',
    message: 'A step of this kind cannot be tested alone. Please test the whole flow.',
  },
  'flows.template_not_found': { kind: 'not_found', message: 'This template does not exist.' },
} as const satisfies Record<string, ErrorDeclaration>;
