import type { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { checkSchema } from '../schema/check-schema.ts';
import { placesIn, wholePlace } from './fill-request.ts';

/** A sentence about a part of a form. */
export interface RequestProblem {
  path: string;
  message: string;
}

/** The part of an address before its path must be fixed: it decides who gets the secrets. */
const checkAddress = (url: string): RequestProblem[] => {
  const told = (message: string) => [{ path: 'url', message }];
  const site = /^https?:\/\/[^/?#]*/i.exec(url)?.[0];
  if (site === undefined || !URL.canParse(site))
    return told('Please enter an address that begins with https:// or http://.');
  if (/[{}]/.test(site)) return told('The site must be fixed. Arguments belong into the path.');
  if (site.includes('@')) return told('Please use a connection for the user name and password.');
  if (url.includes('#')) return told('The address must not contain “#”.');
  if (url.includes('?') && placesIn(url.slice(url.indexOf('?'))).length > 0)
    return told('Please enter parameters with arguments as query parameters, not in the address.');
  return [];
};

const checkBody = ({ bodyKind, body, method }: ToolRequest): RequestProblem[] => {
  if (bodyKind === 'NONE') return [];
  if (method === 'GET' || method === 'HEAD')
    return [{ path: 'bodyKind', message: `A ${method} request has no body.` }];
  if (bodyKind === 'TEXT') return [];
  const value = parseJson(body) as JsonValue | undefined;
  const isForm = bodyKind === 'FORM' || bodyKind === 'MULTIPART';
  const isArgument = typeof value === 'string' && wholePlace(value) !== undefined;
  if (value === undefined || (isForm && !isObject(value) && !isArgument))
    return [
      {
        path: 'body',
        message: isForm
          ? 'Please enter a JSON object, such as {"name": "{name}"}.'
          : 'Please enter JSON, such as {"name": "{name}"}. Places for arguments are in quotes, also for numbers.',
      },
    ];
  return [];
};

/** Names under which servers expect secrets. Only words that mean nothing else count, as `key` alone may name a record. */
const credentialName =
  /^(?:proxy-)?authorization$|^cookie$|(?:api|access|auth|subscription|secret|private)[-_]?(?:key|token)$|[-_](?:key|token|secret)$|^(?:token|secret|password)$/i;
const schemeWord = /^(?:basic|bearer|token|apikey)\b/i;

/** A cookie whose value is an argument. */
const filledCookie = /^[^={};\s]{1,200}=\{[^{}]{1,64}\}$/;

/** True for a header or a query parameter that carries a secret, which everybody who may open the tool would read. */
export const holdsSecret = ({ name, value }: { name: string; value: string }): boolean => {
  if (!credentialName.test(name.trim()) || filledCookie.test(value.trim())) return false;
  const ownText = placesIn(value).reduce((text, place) => text.replaceAll(`{${place}}`, ''), value);
  return ownText.trim().replace(schemeWord, '').trim() !== '';
};

const secretProblem =
  'This is a secret, and everybody who may open the tool would read it. Please make a connection with it, and choose that connection here.';

const checkSecrets = ({ url, query, headers }: ToolRequest): RequestProblem[] => {
  const problems = (part: string, pairs: ToolRequest['query']) =>
    pairs.flatMap((pair, at) =>
      holdsSecret(pair) ? [{ path: `${part}.${at}.value`, message: secretProblem }] : [],
    );
  const inAddress = [...(URL.parse(url)?.searchParams ?? [])].some(([name, value]) =>
    holdsSecret({ name, value }),
  );
  return [
    ...(inAddress ? [{ path: 'url', message: secretProblem }] : []),
    ...problems('query', query),
    ...problems('headers', headers),
  ];
};

const usedPlaces = ({ url, query, headers, bodyKind, body }: ToolRequest): Set<string> =>
  new Set([
    ...placesIn(url),
    ...[...query, ...headers].flatMap(({ value }) => placesIn(value)),
    ...(bodyKind === 'NONE' ? [] : placesIn(body)),
  ]);

const checkParameters = (request: ToolRequest): RequestProblem[] => {
  const { parameters } = request;
  const names = parameters.map(({ name }) => name);
  const used = usedPlaces(request);
  const path = placesIn(request.url);
  return parameters.flatMap(({ name, isRequired, schema }, at) => {
    const told = (field: string, message: string) => [{ path: `parameters.${at}.${field}`, message }];
    if (names.indexOf(name) !== at) return told('name', `There are two arguments “${name}”.`);
    if (!used.has(name))
      return told(
        'name',
        `“{${name}}” stands nowhere in the request, so that this argument is sent nowhere.`,
      );
    if (!isRequired && path.includes(name))
      return told('isRequired', 'An argument that is part of the address cannot be left out.');
    return checkSchema(schema).flatMap((problem) => told('schema', problem));
  });
};

/** Places that look like arguments, but that nothing fills. In JSON, braces mean something else. */
const checkPlaces = (request: ToolRequest): RequestProblem[] => {
  const names = new Set(request.parameters.map(({ name }) => name));
  const unknown = [...usedPlaces(request)].find((name) => !names.has(name));
  return unknown === undefined
    ? []
    : [
        {
          path: 'parameters',
          message: `“{${unknown}}” stands in the request, but there is no argument “${unknown}”. Please add it.`,
        },
      ];
};

/** Returns what in a request has to be changed before it can be used. */
export const checkRequest = (request: ToolRequest): RequestProblem[] => [
  ...checkAddress(request.url),
  ...checkSecrets(request),
  ...checkBody(request),
  ...checkParameters(request),
  ...checkPlaces(request),
];
