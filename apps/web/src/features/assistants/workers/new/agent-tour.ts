import type { TourStep } from '../../../../ui/guidance/tour.ts';

/** The guided tour of agents (TOUR-10 to TOUR-14), in the wizard that deploys them. */
export const agentTour: readonly TourStep[] = [
  {
    anchor: 'wizard-OVERVIEW',
    title: 'Agent Overview',
    text: 'Give the worker a name, and say what it is for. Operators see both.',
  },
  {
    anchor: 'worker-queue',
    title: 'Create Queue',
    text: 'Choose where its work comes from: files, a mailbox, a web address, a schedule, programs. Each input becomes one record.',
  },
  {
    anchor: 'wizard-FLOW',
    title: 'Define Flow',
    text: 'Choose the agent, crew or flow that works on each input, what it has to do, and where its results go.',
  },
  {
    anchor: 'wizard-CREW',
    title: 'Additional Settings',
    text: 'See who works on it, and decide whether a person approves results and who may use the worker.',
  },
  {
    anchor: 'wizard-TEST_WORKER',
    title: 'Test Agent',
    text: 'Deploy it, give it the sample of the template, and watch it work.',
  },
];
