import type { ConditionOperator } from '@atelier/contracts/assistants/flows/flow-model';

interface OperatorWords {
  value: ConditionOperator;
  label: string;
  /** The type of the compared values; operators of texts can tell capital letters apart. */
  group: 'Text' | 'Number' | 'Yes or no' | 'Date' | 'List' | 'Presence';
  /** False for operators that look at one value alone. */
  hasSecond: boolean;
}

const two = (group: OperatorWords['group'], pairs: [ConditionOperator, string][]): OperatorWords[] =>
  pairs.map(([value, label]) => ({ value, label, group, hasSecond: true }));
const one = (group: OperatorWords['group'], pairs: [ConditionOperator, string][]): OperatorWords[] =>
  pairs.map(([value, label]) => ({ value, label, group, hasSecond: false }));

/** All operators in the words of the editor. */
export const operatorWords: readonly OperatorWords[] = [
  ...two('Text', [
    ['TEXT_EXACTLY_MATCHES', 'is the text'],
    ['TEXT_DOES_NOT_EXACTLY_MATCH', 'is not the text'],
    ['TEXT_CONTAINS', 'contains the text'],
    ['TEXT_DOES_NOT_CONTAIN', 'does not contain the text'],
    ['TEXT_START_WITH', 'starts with'],
    ['TEXT_DOES_NOT_START_WITH', 'does not start with'],
    ['TEXT_ENDS_WITH', 'ends with'],
    ['TEXT_DOES_NOT_END_WITH', 'does not end with'],
  ]),
  ...two('Number', [
    ['NUMBER_IS_EQUAL_TO', 'is the number'],
    ['NUMBER_IS_GREATER_THAN', 'is greater than'],
    ['NUMBER_IS_LESS_THAN', 'is less than'],
  ]),
  ...one('Yes or no', [
    ['BOOLEAN_IS_TRUE', 'is true'],
    ['BOOLEAN_IS_FALSE', 'is false'],
  ]),
  ...two('Date', [
    ['DATE_IS_BEFORE', 'is before'],
    ['DATE_IS_EQUAL', 'is the date'],
    ['DATE_IS_AFTER', 'is after'],
  ]),
  ...two('List', [
    ['LIST_CONTAINS', 'is a list that contains'],
    ['LIST_DOES_NOT_CONTAIN', 'is a list that does not contain'],
  ]),
  ...one('List', [
    ['LIST_IS_EMPTY', 'is an empty list'],
    ['LIST_IS_NOT_EMPTY', 'is a list with items'],
  ]),
  ...one('Presence', [
    ['EXISTS', 'exists'],
    ['DOES_NOT_EXIST', 'does not exist'],
  ]),
];

export const findOperatorWords = (operator: ConditionOperator): OperatorWords | undefined =>
  operatorWords.find(({ value }) => value === operator);

/** The operators by group, for a list to choose from. */
export const operatorChoices = [...Map.groupBy(operatorWords, ({ group }) => group)].map(
  ([group, items]) => ({
    group,
    items: items.map(({ value, label }) => ({ value, label })),
  }),
);
