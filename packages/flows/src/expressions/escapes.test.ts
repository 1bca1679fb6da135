import { describe, expect, it } from 'vitest';
import { compileValue, ExpressionError } from './index.ts';

/**
 * Tricks that left the expression engines of other products, as advisories and write-ups show them. The first group was written for JavaScript engines,
 * among them those of CVE-2025-68613, CVE-2026-1470, CVE-2026-25049 and CVE-2025-59528; the others for template languages.
 */
const tricks = [
  "{{constructor.constructor('return process')()}}",
  "{{({}).constructor.constructor('return process')()}}",
  "{{''.constructor.constructor('return process')()}}",
  "{{[].constructor.constructor('return process')()}}",
  "{{(1).constructor.constructor('return process')()}}",
  "{{true.constructor.constructor('return process')()}}",
  "{{trigger.constructor.constructor('return process')()}}",
  "{{trigger['constructor']['constructor']('return process')()}}",
  "{{trigger['const' + 'ructor']['const' + 'ructor']('return process')()}}",
  "{{trigger[['constructor']][['constructor']]}}",
  "{{trigger['constructor'.trim()]}}",
  "{{trigger[['const','ructor'].join('')]}}",
  "{{'constructor'.split('x').map(trigger[item])}}",
  '{{trigger.__proto__}}',
  "{{trigger['__proto__']}}",
  "{{trigger['__pro' + 'to__']}}",
  '{{trigger.__proto__.polluted = 1}}',
  '{{trigger.prototype}}',
  "{{trigger.__lookupGetter__('x')}}",
  "{{trigger.__defineGetter__('x', trigger)}}",
  '{{trigger.toString}}',
  '{{trigger.toString.constructor}}',
  '{{trigger.hasOwnProperty}}',
  '{{trigger.valueOf()}}',
  "{{''.sub.constructor('return 1')()}}",
  "{{''.sub.call.call(({})['constructor'].getOwnPropertyDescriptor(''.sub.__proto__, 'constructor').value, 0, 'return 1')()}}",
  "{{[].filter.constructor('return process')()}}",
  "{{[].map.constructor('return process')()}}",
  '{{[].map(constructor)}}',
  "{{[1].map('constructor')}}",
  "{{[1].map('__proto__')}}",
  '{{[1].filter(item.constructor)}}',
  "{{[trigger].map('a.constructor.constructor')}}",
  "{{'a'.replace('a', '$`')}}x{{'a'.replace('a', trigger)}}{{process}}",
  '{{process}}',
  '{{process.env}}',
  "{{process.mainModule.require('child_process').execSync('id')}}",
  "{{require('fs')}}",
  "{{import('fs')}}",
  '{{globalThis}}',
  '{{global.process}}',
  '{{this}}',
  "{{this.constructor.constructor('return this')()}}",
  '{{(() => process)()}}',
  '{{(function(){return process})()}}',
  '{{(async () => 1)()}}',
  '{{new Date()}}',
  "{{new Function('return process')()}}",
  "{{Function('return process')()}}",
  "{{eval('1')}}",
  '{{arguments}}',
  '{{arguments.callee.caller}}',
  '{{$json.constructor}}',
  "{{$eval('1')}}",
  "{{$on.constructor('alert(1)')()}}",
  "{{toString().constructor.prototype.charAt=[].join; [1,2]|orderBy:'x=alert(1)'}}",
  '{{a = 1}}',
  '{{trigger.a = 1}}',
  '{{trigger.a++}}',
  '{{delete trigger.a}}',
  '{{typeof trigger}}',
  '{{void 0}}',
  '{{`${process}`}}',
  '{{/x/.constructor}}',
  '{{trigger; process}}',
  '{{trigger, process}}',
  '{{trigger /* */ }}',
  '{{{}.x}}',
  '{{{constructor: 1}}}',
  '{{...trigger}}',
  '{{trigger.a.b.c?.constructor}}',
  "{{trigger?.['constructor']}}",
  '{{Reflect.ownKeys(trigger)}}',
  "{{Reflect.get(trigger, 'constructor')}}",
  '{{Object.getPrototypeOf(trigger)}}',
  '{{Symbol.iterator}}',
  '{{Proxy}}',
  '{{WebAssembly}}',
  '{{setTimeout(1)}}',
  "{{fetch('http://169.254.169.254/')}}",
  '{{Error.prepareStackTrace}}',
  "{{Buffer.from('x')}}",
  '{{__dirname}}',
  '{{module.exports}}',
  '{{exports}}',
  '{{trigger.then}}',
  '{{\\u0063onstructor}}',
  "{{trigger['\\u0063onstructor']}}",
  "{{trigger['\\x63onstructor']}}",
  '{{with (trigger) constructor}}',
  '{{#with "s" as |string|}}{{/with}}',
  "{{#each (lookup this 'constructor')}}{{/each}}",
  "{{range.constructor(\"return global.process.mainModule.require('child_process').execSync('id')\")()}}",
  "{{cycler.__init__.__globals__.os.popen('id').read()}}",
  "{{''.__class__.__mro__[1].__subclasses__()}}",
  '{{config.items()}}',
  "{{request.application.__globals__.__builtins__.__import__('os').popen('id').read()}}",
  '{{self._TemplateReference__context.joiner.__init__.__globals__.os}}',
  "{{['id']|map('system')|join}}",
  "{{_self.env.registerUndefinedFilterCallback('exec')}}",
  "{{T(java.lang.Runtime).getRuntime().exec('id')}}",
  "{{''.getClass().forName('java.lang.Runtime')}}",
  "{{@java.lang.Runtime@getRuntime().exec('id')}}",
  '{{ 7*7 }}{{ trigger.constructor }}',
];

const secretText = /process|child_process|native code|function|\[object|uid=/i;

/** What JSON can be: nothing else may ever come out of an expression. */
const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
};

/** Returns the value, or null when it is refused with a sentence. Anything else that is thrown is a crash of our own code. */
const resultOf = (text: string, trigger: object): unknown => {
  try {
    return compileValue(text)(new Map([['trigger', trigger]]));
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw new Error(`${text} crashed.`, { cause: error });
  }
};

const namesOf = (prototype: object) => Object.getOwnPropertyNames(prototype).join();
const prototypes = [
  Object.prototype,
  Array.prototype,
  String.prototype,
  Function.prototype,
  Number.prototype,
];

describe('published tricks against expression engines', () => {
  it.each(tricks)('%s reaches nothing', (trick) => {
    const before = prototypes.map(namesOf);
    const trigger = { a: 1 };
    const result = resultOf(trick, trigger);
    expect(isPlain(result)).toBe(true);
    expect(JSON.stringify(result)).not.toMatch(secretText);
    expect(trigger).toEqual({ a: 1 });
    expect(prototypes.map(namesOf)).toEqual(before);
  });

  it('are more than sixty', () => {
    expect(new Set(tricks).size).toBeGreaterThanOrEqual(60);
  });
});

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const scraps = [
  ...'. [ ] ( ) { } ? : + - * / % < > = ! & | , ; " \' ` \\ \n 0 1 2 3 9'.split(' '),
  'trigger',
  'a',
  'constructor',
  '__proto__',
  'map(',
  'filter(',
  'item',
  '=>',
  '}}',
  '{{',
  '.replace(',
  ".format('YYYY')",
  '.length',
  'null',
  '1e999',
  '\u2028',
  '🙂',
];

describe('texts that chance puts together', () => {
  it('are computed to plain values or refused with a sentence, and change nothing', () => {
    let computed = 0;
    for (let seed = 1; seed <= 20_000; seed += 1) {
      const random = randomOf(seed);
      const scrap = () => scraps[Math.floor(random() * scraps.length)] ?? '';
      const text = `{{trigger${Array.from({ length: 1 + Math.floor(random() * 8) }, scrap).join('')}}}`;
      const trigger = Object.freeze({ a: Object.freeze([1, 'x']) });
      const result = resultOf(text, trigger);
      if (result !== null) computed += 1;
      expect(isPlain(result), text).toBe(true);
    }
    expect(computed).toBeGreaterThan(100);
  });
});
