import { guestLanguages } from './guest-languages.ts';
import { guestWeb } from './guest-web.ts';

/**
 * The globals of code steps besides the language: the parts of the web that need no network. Each asks the other side with a text, and gets a text.
 * It runs before the code of the user, with the parts of the language that the user's code could replace.
 */
export const guestGlobals = String.raw`
(ask, compare) => {
  const { parse, stringify } = JSON;
  const { defineProperty } = Object;
  const ErrorOf = { RangeError, TypeError };
  const failed = (name, message) => {
    const error = new (ErrorOf[name] ?? Error)(message);
    if (!ErrorOf[name]) error.name = name;
    return error;
  };
  const query = (...question) => {
    const { value, error } = parse(ask(stringify(question)));
    if (error) throw failed(error[0], error[1]);
    return value;
  };
  const define = (name, value, owner = globalThis) =>
    defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
  const language = { query, define, failed };
  (${guestWeb})(language);
  (${guestLanguages})(language, compare);
}`;
