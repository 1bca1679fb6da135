import type { AnyNumber } from '@atelier/contracts/kernel/exact-number';
import { createContext } from 'react';
import type { FilePlace } from '../../../../lib/source/file-view.tsx';

/** A place in the input of a record that the reader wants to see. */
export interface ShownPlace extends FilePlace {
  /** The file that has it; null for the text of the record. */
  fileId: string | null;
}

/** The position in the input of a record at which a value of its result is found. */
export type Place = Omit<ShownPlace, 'turn'>;

export interface Places {
  find(value: string | AnyNumber): Place | undefined;
  show(place: Place): void;
}

/** Leads from the values of a result to what the input says; undefined where no input is shown. */
export const PlacesContext = createContext<Places | undefined>(undefined);
