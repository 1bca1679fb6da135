import type { FieldType } from '@atelier/contracts/fields/fields';
import type { ComponentType } from 'react';
import type { FieldProps } from './field-props.ts';
import { ArrayField } from './inputs/array-field.tsx';
import { BasicAuthField } from './inputs/basic-auth-field.tsx';
import { CheckboxField, StaticDropdownField, StaticMultiSelectField } from './inputs/choice-fields.tsx';
import { ConnectionsField } from './inputs/connections-field.tsx';
import { DynamicField } from './inputs/dynamic-field.tsx';
import { AppField, KnowledgeBaseField } from './inputs/entity-fields.tsx';
import { FileField } from './inputs/file-field.tsx';
import { GroupField } from './inputs/group-field.tsx';
import { JsonField } from './inputs/json-field.tsx';
import { LoadedDropdownField, LoadedMultiSelectField } from './inputs/loaded-fields.tsx';
import { OauthField } from './inputs/oauth-field.tsx';
import { ObjectField } from './inputs/object-field.tsx';
import { OutboundField, VariablesField } from './inputs/row-fields.tsx';
import {
  DateField,
  DateTimeField,
  LongTextField,
  NumberField,
  SecretField,
  TextField,
} from './inputs/text-fields.tsx';

/** The component that draws each type. A type without one does not compile. */
export const inputs: Record<FieldType, ComponentType<FieldProps>> = {
  TEXT: TextField,
  SHORT_TEXT: TextField,
  LONG_TEXT: LongTextField,
  SECRET_TEXT: SecretField,
  NUMBER: NumberField,
  DATE: DateField,
  DROPDOWN: LoadedDropdownField,
  STATIC_DROPDOWN: StaticDropdownField,
  CHECKBOX: CheckboxField,
  DYNAMIC: DynamicField,
  CUSTOM_AUTH: GroupField,
  DATE_TIME: DateTimeField,
  FILE: FileField,
  OAUTH2: OauthField,
  ARRAY: ArrayField,
  OBJECT: ObjectField,
  BASIC_AUTH: BasicAuthField,
  JSON: JsonField,
  MULTI_SELECT_DROPDOWN: LoadedMultiSelectField,
  STATIC_MULTI_SELECT_DROPDOWN: StaticMultiSelectField,
  TRIGGER: LoadedMultiSelectField,
  KNOWLEDGE_BASE: KnowledgeBaseField,
  CO_WORKER: LoadedDropdownField,
  VARIABLES: VariablesField,
  SUB_AGENT: LoadedDropdownField,
  APP: AppField,
  CONNECTIONS: ConnectionsField,
  OUTBOUND: OutboundField,
};
