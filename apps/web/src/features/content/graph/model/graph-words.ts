import {
  type EntityType,
  graphModeNames,
  EntityType as types,
} from '@atelier/contracts/content/graph/graph-shapes';
import { GraphSearchMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';

export const typeNames: Record<EntityType, string> = {
  PERSON: 'Person',
  ORGANIZATION: 'Organisation',
  LOCATION: 'Place',
  EVENT: 'Event',
  PRODUCT: 'Product',
  CONCEPT: 'Concept',
  DOCUMENT: 'Document',
  DATE: 'Date',
  OTHER: 'Other',
};

export const parseEntityType = (word: string): EntityType | undefined => types.safeParse(word).data;

/** The options of the menu of modes (GRAPH-03, GRAPH-04). */
export const modeChoices = GraphSearchMode.options.map((value) => ({ value, label: graphModeNames[value] }));

/** Formats a duration: "about 5 minutes". */
export const describeTime = (seconds: number): string => {
  if (seconds < 2) return 'about a second';
  if (seconds < 90) return `about ${seconds} seconds`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  return `about ${Math.round(seconds / 3600)} hours`;
};

/** Returns a budget in whole credits with half of the estimate as a reserve, because estimates are uncertain. */
export const proposeBudget = (credits: number, spent: number): number => Math.ceil(spent + credits * 1.5 + 1);

/** Returns the radius of a node in pixels. Its area grows with the number of mentions. */
export const nodeRadius = (mentions: number): number => Math.min(18, 3 + 1.8 * Math.sqrt(mentions));
