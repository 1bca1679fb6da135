import type { TourStep } from '../../../../ui/guidance/tour.ts';

/** The guided tour of a new app (TOUR-07 to TOUR-09). Its titles are those of the wizard's steps. */
export const appTour: readonly TourStep[] = [
  {
    anchor: 'wizard-details',
    title: 'App Details',
    text: 'Give the app a name, and decide who may use it: everybody with its link, or only those who are given access.',
  },
  {
    anchor: 'wizard-bot',
    title: 'Configure Bot',
    text: 'Choose the knowledge that it answers from, tell it how to behave, and pick the model that writes.',
  },
  {
    anchor: 'wizard-appearance',
    title: 'Appearance',
    text: 'Give it a face: its name in the chat, a welcome, questions to begin with, and its colours. The preview shows each change.',
  },
];
