import { createContext } from 'react';
import type { CellPlace } from './source-blocks.ts';

/** The part of a text that a reader has chosen to correct: a cell, a value or a label in its line, or a name that stands before each value of a column. */
export type Correctable = { text: string; place: CellPlace } | { text: string; place: undefined };

/** Begins the correction of what was chosen. Undefined where nothing can be corrected. */
export const CorrectContext = createContext<((chosen: Correctable) => void) | undefined>(undefined);
