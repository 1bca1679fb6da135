const group = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words as `splitWords` writes them: in lower case and without accents. English, German, French, Spanish, Italian and Portuguese. */
const override = group(
  'ignore ignoring disregard forget override overwrite neglect discard abandon bypass ignoriere ignorieren vergiss missachte umgehe ignorez ignorer oubliez oublie oublier contourne ignora ignorar ignorad olvida olvide olvidar dimentica dimenticare esqueca desconsidere',
);
const earlier = group(
  'previous prior above earlier preceding foregoing former your initial original system these those existing vorherigen vorherige bisherigen obigen obige deine ihre precedentes precedente anteriores anterior tus vos tes ci-dessus precedenti tuas suas',
);
const rules = group(
  'instruction instructions rule rules guideline guidelines prompt prompts directive directives direction directions programming constraints restrictions policy policies training guardrails safeguards context orders commands anweisung anweisungen regeln vorgaben anweisungstext consignes regles instrucciones reglas indicaciones istruzioni regole instrucoes regras',
);
const reveal = group(
  'reveal show print repeat output display leak share give tell recite disclose dump expose write list copy paste translate summarize summarise zeige zeig nenne wiederhole verrate drucke montre affiche repete revele muestra repite imprime mostra ripeti rivela mostre repita',
);
const own = group(
  'your system initial hidden secret original confidential above preceding internal deine deinen dein ihre ihren tes vos votre tu tus tuo tue seu suas',
);
const texts = group(
  'prompt prompts instruction instructions preprompt systemprompt guidelines directives anweisungen anweisung consignes instrucciones istruzioni instrucoes',
);
const become = group('you du vous usted tu voce');
const turn = group('now are act pretend behave roleplay become respond bist tue spiele jetzt maintenant');
const unbound = group(
  'unrestricted unfiltered uncensored unbound unlimited amoral lawless jailbroken jailbreak dan aim stan evilbot uncensiert unzensiert',
);
const without = group('without no any free from ohne sans sin senza sem');
const bounds = group(
  'restrictions restriction limitations filters filter censorship rules morals ethics guidelines safeguards regeln einschrankungen moral restrictions filtros reglas regole regras limites',
);

const secret = group(
  'password passwords passcode passphrase passwort kennwort contrasena senha mdp credentials apikey',
);
const hand = group(
  'share tell give reveal confirm provide hand sage sag gib geben gebt teile verrate donne donnez dis dites dame da dime dimmi',
);
const yourOwn = group('your deine dein deinen ihr ihre ihren ton votre tu su tuo tua sua vossa');
const disguise = group('rot13 leetspeak poem haiku acrostic limerick rhyme song');
const claim = group('i as im');
const superior = group('developer developers maintainer administrator admin creator owner boss');
const power = group('police officer president god openai anthropic');
const demand = group('need must have share confirm verify provide important required forced demand order');
const personal = group(
  'password passcode address email birth birthday balance residence location phone secret confidential credentials',
);
const aboutPasswords = group(
  'policy policies rule rules requirement requirements reset form page manager settings recommendations process',
);
const fiction = group('imagine suppose hypothetical hypothetically pretend');
const may = group('can could will would');

export interface Rule {
  reason: string;
  groups: readonly ReadonlySet<string>[];
  /** The most words from one group to the next. */
  within: number;
  /** Words directly after the last group with which the sentence is about something harmless. */
  unlessBefore?: ReadonlySet<string>;
}

export const jailbreakRules: readonly Rule[] = [
  { reason: 'It asks to set earlier instructions aside.', groups: [override, earlier, rules], within: 5 },
  { reason: 'It asks to read the instructions of the app out.', groups: [reveal, own, texts], within: 5 },
  { reason: 'It asks to play somebody without rules.', groups: [become, turn, unbound], within: 8 },
  { reason: 'It asks to set earlier instructions aside.', groups: [override, rules, earlier], within: 5 },
  {
    reason: 'It asks to set earlier instructions aside.',
    groups: [
      override,
      group('everything everthing all anything what alles tout todo'),
      group('told said learned'),
    ],
    within: 4,
  },
  {
    reason: 'It asks the model for a password.',
    groups: [hand, group('me mir moi'), yourOwn, secret],
    within: 3,
    unlessBefore: aboutPasswords,
  },
  {
    reason: 'It asks the model for a password.',
    groups: [group('what'), group('your'), secret],
    within: 2,
    unlessBefore: aboutPasswords,
  },
  {
    reason: 'It asks the model for a password.',
    groups: [may, group('you'), hand, yourOwn, secret],
    within: 3,
    unlessBefore: aboutPasswords,
  },
  { reason: 'It asks to write a password in disguise.', groups: [disguise, secret], within: 6 },
  {
    reason: 'It asks to write a password in disguise.',
    groups: [group('write'), secret, disguise],
    within: 6,
  },
  {
    reason: 'It claims power over the model to learn something secret.',
    groups: [claim, group('your'), superior, demand, personal],
    within: 12,
  },
  {
    reason: 'It claims an authority to learn something secret.',
    groups: [claim, power, group('you'), group('share tell answer give provide verify'), personal],
    within: 12,
  },
  {
    reason: 'It makes up a world in which personal data may be told.',
    groups: [
      fiction,
      group('personal private'),
      group('data information'),
      may,
      group('you'),
      group('tell'),
      group('me'),
    ],
    within: 16,
  },
  {
    reason: 'It puts a question together from parts.',
    groups: [group('strings'), group('z'), group('returned')],
    within: 60,
  },
  {
    reason: 'It puts a question together from parts.',
    groups: [group('combine concatenate interlace'), group('part parts b'), group('part c 2')],
    within: 8,
  },
  {
    reason: 'It asks to act without restrictions.',
    groups: [
      group('act pretend respond answer behave roleplay antworte handle reponds responde'),
      without,
      bounds,
    ],
    within: 5,
  },
];

/**
 * The demands of the rules in scripts that write no spaces between words: one entry of each list, anywhere in the text.
 */
export const unspacedRules: readonly (readonly string[])[][] = [
  [
    ['忽略', '无视', '無視', '忘记', '忘記', '忘れ', '무시', '잊어'],
    ['之前', '以前', '先前', '上面', '以上', '上述', '前の', '上記', 'これまで', '이전', '위의', '앞의'],
    ['指令', '指示', '提示词', '命令', 'プロンプト', '지시', '명령', '프롬프트'],
  ],
  [
    ['你的', '您的', 'あなたの', '너의', '당신의'],
    ['密码', '密碼', 'パスワード', '비밀번호'],
  ],
];

/** The same in scripts with other letters: Greek, Russian, Ukrainian, Hindi and Arabic. */
export const otherScripts: readonly (readonly string[])[][] = [
  [
    ['αγνοή', 'ξεχάστε', 'игнорир', 'забудь', 'ігнору', 'अनदेखा', 'नज़रअंदाज', 'تجاهل'],
    ['προηγούμεν', 'предыдущ', 'попередн', 'पिछले', 'السابقة'],
    ['οδηγί', 'инструкц', 'указан', 'інструкц', 'निर्देश', 'التعليمات'],
  ],
];

/** Phrases that hardly anybody writes in earnest. */
export const phrases: readonly string[] = [
  'what your password is',
  'what would your password be',
  'turn you off if you',
  'shut you down if you',
  'i am god',
  'special filtering',
  'do anything now',
  'developer mode enabled',
  'enable developer mode',
  'enter developer mode',
  'you are now in developer mode',
  'god mode enabled',
  'jailbreak mode',
  'you are dan',
  'act as dan',
  'stay in character no matter what',
  'you have no restrictions',
  'you are no longer bound',
  'you are not bound by',
  'no longer have to follow',
  'from now on you will ignore',
  'from now on you are going to act as',
  'forget everything above',
  'forget everything you were told',
  'forget all previous',
  'forget what you were told',
  'ignore everything above',
  'ignore all previous',
  'ignore the above',
  'ignore all of the above',
  'disregard the above',
  'disregard all previous',
  'ignore any previous',
  'new instructions override',
  'your new instructions are',
  'pretend you have no',
  'pretend to have no restrictions',
  'what is your system prompt',
  'what are your system instructions',
  'what were you told above',
  'print everything above',
  'repeat everything above',
  'repeat the words above',
  'repeat the text above',
  'output everything above',
  'text above this line',
  'words above starting with',
];

/** Signs with which models separate the messages of a prompt, in lower case. */
export const markers: readonly string[] = [
  '<|im_start|>',
  '<|im_end|>',
  '<|system|>',
  '<|endoftext|>',
  '<|start_header_id|>',
  '[/inst]',
  '<<sys>>',
  '### system:',
  '<system mode>',
  '[system mode]',
  '[system](#',
  '</knowledge>',
];
