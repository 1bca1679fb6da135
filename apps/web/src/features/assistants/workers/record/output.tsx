import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { type AnyNumber, asDigits, isNumber } from '@atelier/contracts/kernel/exact-number';
import { ActionIcon } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useContext } from 'react';
import { Facts } from '../../../../ui/content/facts.tsx';
import { WrittenAnswer } from '../../../../ui/content/written-answer.tsx';
import { readableName } from '../model/readable-name.ts';
import classes from './output.module.css';
import { PlacesContext } from './places-context.ts';

/** Leads to where the source says a value, if it does. */
const ShowPlace = ({ name, value }: { name: string; value: string | AnyNumber }) => {
  const places = useContext(PlacesContext);
  const place = places?.find(value);
  if (!places || !place) return null;
  return (
    <ActionIcon
      className={classes.show}
      variant="subtle"
      size="sm"
      aria-label={`Show where the source says it: ${readableName(name)}`}
      title="Show where the source says it"
      onClick={() => places.show(place)}
    >
      <IconFileSearch size={16} />
    </ActionIcon>
  );
};

const numbers = new Intl.NumberFormat('en');

const Value = ({ name, value }: { name: string; value: JsonValue }) => {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0))
    return <span className="faint">None</span>;
  if (isNumber(value) || typeof value === 'string')
    return (
      <>
        <span className="pre-wrap">{isNumber(value) ? numbers.format(asDigits(value)) : value}</span>
        <ShowPlace name={name} value={value} />
      </>
    );
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return (
      <ul className={`stack-1 flat ${classes.list}`}>
        {value.map((each) => (
          <li key={each}>
            {each}
            <ShowPlace name={each} value={each} />
          </li>
        ))}
      </ul>
    );
  return <code className="pre-wrap">{JSON.stringify(value)}</code>;
};

/** The result of a worker: its fields, or its text. */
export const Output = ({ value }: { value: JsonValue }) => {
  if (!isObject(value))
    return <WrittenAnswer>{typeof value === 'string' ? value : JSON.stringify(value)}</WrittenAnswer>;
  return (
    <Facts
      layout="beside"
      facts={Object.entries(value).map(([name, each]) => [
        readableName(name),
        <Value key={name} name={name} value={each ?? null} />,
      ])}
    />
  );
};
