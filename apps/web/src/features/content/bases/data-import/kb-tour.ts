import type { TourStep } from '../../../../ui/guidance/tour.ts';

/** The guided tour of the import (TOUR-02 to TOUR-05). Its titles are those of the wizard's steps. */
export const kbTour: readonly TourStep[] = [
  {
    anchor: 'wizard-source',
    title: 'Select Knowledge Source',
    text: 'Say where your documents are: files on this computer, a website, or a program of your company such as a database.',
  },
  {
    anchor: 'wizard-configuration',
    title: 'Data Source Configuration',
    text: 'Drop the files in, or say how the source is reached. The help beside the form leads through it, and Test tells whether it works.',
  },
  {
    anchor: 'wizard-refinement',
    title: 'Text Data Refinement',
    text: 'Choose the knowledge base that the documents go into, and how their text is split into chunks, the pieces that answers are found in. The defaults suit most documents.',
  },
  {
    anchor: 'wizard-finish',
    title: 'Execute and Finish',
    text: 'See how much there is and what it costs before anything starts. Then watch the documents being read.',
  },
];

/** The label of the last button of the tour (TOUR-06). */
export const kbTourEnd = 'Manage Knowledge Base';
