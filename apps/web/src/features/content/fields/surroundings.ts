import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** Loads data that a form does not have itself. A field whose loader is missing says so. */
export interface FieldLoaders {
  /** Choices of DROPDOWN and MULTI_SELECT_DROPDOWN, as the values of the form are. */
  options?: (field: Field, values: FieldValues) => Promise<FieldOption[]>;
  /** Fields of DYNAMIC. */
  fields?: (field: Field, values: FieldValues) => Promise<Field[]>;
  /** Keeps the file of FILE; resolves to the value of the field. */
  upload?: (file: File, onProgress: (fraction: number) => void) => Promise<string>;
  /** CONNECTIONS: a dialog that makes a new one. */
  newConnection?: (dialog: NewConnectionDialog) => ReactNode;
}

export interface NewConnectionDialog {
  /** Only kinds of this service. */
  service: string | undefined;
  onCreated: (connectionId: string) => void;
  onClose: () => void;
}

export interface FieldsProps {
  fields: readonly Field[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** Where these fields stand in the form: `auth.`, or nothing. */
  prefix?: string;
}

export interface Surroundings {
  /** Draws fields; a field that holds fields of its own draws them with it. */
  Fields: ComponentType<FieldsProps>;
  /** The values of the whole form. */
  values: FieldValues;
  loaders: FieldLoaders;
  /** Paths of secrets that the server keeps; left empty they stay. */
  secretsSet: readonly string[];
  /** The sentences to show, by path. */
  errors: Readonly<Record<string, string>>;
  /** Focus has left the field: from now on its errors are shown. */
  onLeave: (path: string) => void;
}

export const SurroundingsContext = createContext<Surroundings>({
  Fields: () => null,
  values: {},
  loaders: {},
  secretsSet: [],
  errors: {},
  onLeave: () => undefined,
});

export const useSurroundings = (): Surroundings => useContext(SurroundingsContext);
