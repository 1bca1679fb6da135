import { z } from 'zod';
import { Json, JsonObject } from '../kernel/json.ts';

/** The 28 types of fields in configurable forms (FIELD-01 to FIELD-29). */
export const FieldType = z.enum([
  'TEXT',
  'SHORT_TEXT',
  'LONG_TEXT',
  'SECRET_TEXT',
  'NUMBER',
  'DATE',
  'DROPDOWN',
  'STATIC_DROPDOWN',
  'CHECKBOX',
  'DYNAMIC',
  'CUSTOM_AUTH',
  'DATE_TIME',
  'FILE',
  'OAUTH2',
  'ARRAY',
  'OBJECT',
  'BASIC_AUTH',
  'JSON',
  'MULTI_SELECT_DROPDOWN',
  'STATIC_MULTI_SELECT_DROPDOWN',
  'TRIGGER',
  'KNOWLEDGE_BASE',
  'CO_WORKER',
  'VARIABLES',
  'SUB_AGENT',
  'APP',
  'CONNECTIONS',
  'OUTBOUND',
]);
export type FieldType = z.infer<typeof FieldType>;

export const FieldOption = z.object({
  value: z.string(),
  label: z.string(),
  description: z.string().optional(),
});
export type FieldOption = z.infer<typeof FieldOption>;

/** One field of a configurable form, as data: the same description is rendered in the browser and checked on the server. */
export const Field = z.object({
  /** The key of the field's value. */
  name: z.string(),
  label: z.string(),
  type: FieldType,
  required: z.boolean().default(false),
  description: z.string().optional(),
  placeholder: z.string().optional(),
  /** The initial value; without it, the default of the type (FIELD-30). */
  default: Json.optional(),
  /** Choices of STATIC_DROPDOWN and STATIC_MULTI_SELECT_DROPDOWN. */
  options: z.array(FieldOption).optional(),
  /** Bounds: of the value of a NUMBER, of the length of texts and ARRAYs. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** SHORT_TEXT: true when the value is a host name or IP address, without scheme, port and path. */
  isHost: z.boolean().optional(),
  /** SHORT_TEXT: true for a web address. Values of expressions inside it are encoded by where they stand. */
  isAddress: z.boolean().optional(),
  /** The text may be taken from the prompt library. */
  isPrompt: z.boolean().optional(),
  /** JSON: true when texts, numbers, true, false and null are accepted as well; the default is then null. */
  isAnyJson: z.boolean().optional(),
  /** CONNECTIONS: offers only connections to this service. */
  service: z.string().optional(),
  /** CONNECTIONS: offers only connections of this kind. */
  kind: z.string().optional(),
  /** DROPDOWN, MULTI_SELECT_DROPDOWN and DYNAMIC: the fields whose values decide the choices. */
  refreshedBy: z.array(z.string()).optional(),
  /** The field is shown only while another field has one of these values. */
  shownWhen: z.object({ field: z.string(), values: z.array(Json) }).optional(),
  /** Fields inside OBJECT, CUSTOM_AUTH and DYNAMIC, and of each entry of ARRAY. */
  get fields(): z.ZodOptional<z.ZodArray<typeof Field>> {
    return z.array(Field).optional();
  },
});
export type Field = z.input<typeof Field>;

/** The values of a form by field name; validated by `valuesSchema`. */
export const FieldValues = JsonObject;
export type FieldValues = z.infer<typeof FieldValues>;
