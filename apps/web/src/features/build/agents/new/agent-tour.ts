import type { TourStep } from '../../../../ui/guidance/tour.ts';

/**
 * The guided tour of a new agent (TOUR-10, TOUR-12, TOUR-13). Its titles are those of the wizard's steps. "Create Queue" (TOUR-11) comes with
 * the queues of workers, and "Test Agent" (TOUR-14) with the place to try an agent.
 */
export const agentTour: readonly TourStep[] = [
  {
    anchor: 'wizard-overview',
    title: 'Agent Overview',
    text: 'Give the agent a name, and say what it is good for. Decide who may use it.',
  },
  {
    anchor: 'wizard-flow',
    title: 'Define Flow',
    text: 'Describe the work step by step, and choose its tools and the knowledge that it may search.',
  },
  {
    anchor: 'wizard-settings',
    title: 'Additional Settings',
    text: 'Pick the model that decides what to do next, and when a person is asked first.',
  },
];
