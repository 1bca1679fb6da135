import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';

/** Loads data that a form does not have itself. A field whose loader is missing says so. */
export interface FieldLoaders {
  /** Loads the options of DROPDOWN and MULTI_SELECT_DROPDOWN for the current values of the form. */
  options?: (field: Field, values: FieldValues) => Promise<FieldOption[]>;
  /** Loads the fields of DYNAMIC. */
  fields?: (field: Field, values: FieldValues) => Promise<Field[]>;
  /** Stores the file of FILE. Resolves to the value of the field. */
  upload?: (file: File, onProgress: (fraction: number) => void) => Promise<string>;
  /** Renders a dialog that creates a connection for CONNECTIONS. */
  newConnection?: (dialog: NewConnectionDialog) => ReactNode;
}

export interface NewConnectionDialog {
  /** Restricts the kinds to this service. */
  service: string | undefined;
  /** Restricts them to this one. */
  kind: string | undefined;
  onCreated: (connectionId: string) => void;
  onClose: () => void;
}

export interface FieldsProps {
  fields: readonly Field[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** The path of these fields in the form: `auth.`, or empty. */
  prefix?: string;
}

/** The props of every field. `path` names its value in the form: `auth.password`, `headers.0.value`. */
export interface FieldProps {
  field: Field;
  path: string;
  value: JsonValue;
  onChange: (value: JsonValue) => void;
}

export interface FrameProps extends FieldProps {
  Input: ComponentType<FieldProps>;
}

export interface Surroundings {
  /** Draws fields. A field that contains other fields uses it to draw them. */
  Fields: ComponentType<FieldsProps>;
  /** Draws one field with its input, where the form frames them in its own way. */
  Frame?: ComponentType<FrameProps> | undefined;
  /** The values of the whole form. */
  values: FieldValues;
  loaders: FieldLoaders;
  /** Paths of secrets that the server stores. They stay as they are when left empty. */
  secretsSet: readonly string[];
  /** The messages to show, by path. */
  errors: Readonly<Record<string, string>>;
  /** Called when the focus leaves a field; its errors are shown from then on. */
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
