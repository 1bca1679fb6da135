import type { ReplyLanguage } from './languages/question-language.ts';
import { replyTexts } from './languages/reply-texts.ts';

type Said = 'greeting' | 'thanks' | 'farewell';

/** Greetings, thanks and similar phrases, by language. An expression of several languages belongs to the first of them. */
const sayings: readonly (readonly [ReplyLanguage, Record<Said, RegExp>])[] = [
  [
    'english',
    {
      greeting:
        /^(hi|hiya|hey|hello|howdy|greetings|good (morning|afternoon|evening|day))( there| all| everyone| team| again)?$/,
      thanks:
        /^(ok(ay)?,? |great,? |perfect,? |cool,? )?(thanks|thank you|thx|ty|cheers)( a lot| so much| very much| again| for (the|your) (help|answer)| that helps)?$/,
      farewell: /^(bye|goodbye|bye bye|see you( later| soon)?)$/,
    },
  ],
  [
    'german',
    {
      greeting: /^(hallo|guten (tag|morgen|abend)|moin|servus|grüß gott)( zusammen)?$/,
      thanks: /^(ok |super |prima )?(danke|vielen dank)( schön| sehr)?$/,
      farewell: /^(tschüss|auf wiedersehen)$/,
    },
  ],
  [
    'french',
    {
      greeting: /^(bonjour|salut|bonsoir|coucou)$/,
      thanks: /^merci( beaucoup| bien)?$/,
      farewell: /^au revoir$/,
    },
  ],
  [
    'spanish',
    {
      greeting: /^(hola|buenos días|buenas tardes|buenas noches)$/,
      thanks: /^(muchas )?gracias$/,
      farewell: /^(adiós|hasta luego)$/,
    },
  ],
  [
    'italian',
    {
      greeting: /^(ciao|buongiorno|buonasera|salve)$/,
      thanks: /^grazie( mille)?$/,
      farewell: /^arrivederci$/,
    },
  ],
  [
    'portuguese',
    {
      greeting: /^(olá|oi|bom dia|boa tarde|boa noite)$/,
      thanks: /^(muito )?obrigad[oa]$/,
      farewell: /^(tchau|até logo)$/,
    },
  ],
  [
    'dutch',
    {
      greeting: /^(hoi|goedemorgen|goedemiddag|goedenavond|goedendag)$/,
      thanks: /^(dank je( wel)?|dank u( wel)?|bedankt)$/,
      farewell: /^(doei|tot ziens)$/,
    },
  ],
  ['swedish', { greeting: /^(hej|hejsan|god morgon)$/, thanks: /^tack( så mycket)?$/, farewell: /^hej då$/ }],
  [
    'danish',
    { greeting: /^(hejsa|goddag|godmorgen)$/, thanks: /^(mange )?tak$/, farewell: /^(farvel|hej hej)$/ },
  ],
  [
    'norwegian',
    { greeting: /^(hei|god morgen|god dag)$/, thanks: /^(tusen )?takk$/, farewell: /^ha det( bra)?$/ },
  ],
  [
    'finnish',
    {
      greeting: /^(moi|terve|hyvää (päivää|huomenta|iltaa))$/,
      thanks: /^(paljon )?kiitos$/,
      farewell: /^(näkemiin|moi moi)$/,
    },
  ],
  [
    'hungarian',
    {
      greeting: /^(szia|sziasztok|jó napot( kívánok)?|jó reggelt|jó estét|üdv)$/,
      thanks: /^(köszönöm( szépen)?|köszi)$/,
      farewell: /^viszontlátásra$/,
    },
  ],
  [
    'romanian',
    {
      greeting: /^(bună( ziua| dimineața| seara)?)$/,
      thanks: /^mulțumesc( mult)?$/,
      farewell: /^la revedere$/,
    },
  ],
  [
    'turkish',
    {
      greeting: /^(merhaba|selam|günaydın|iyi günler|iyi akşamlar)$/,
      thanks: /^(çok )?teşekkür(ler| ederim)$/,
      farewell: /^(hoşça kal(ın)?|güle güle)$/,
    },
  ],
  [
    'russian',
    {
      greeting: /^(привет|здравствуйте|добрый (день|вечер)|доброе утро)$/,
      thanks: /^(большое )?спасибо( большое)?$/,
      farewell: /^(пока|до свидания)$/,
    },
  ],
  [
    'ukrainian',
    {
      greeting: /^(привіт|вітаю|добрий (день|вечір)|доброго дня|добрий ранок)$/,
      thanks: /^(щиро )?дякую$/,
      farewell: /^(бувай|до побачення)$/,
    },
  ],
  [
    'arabic',
    {
      greeting: /^(مرحبا|مرحبًا|أهلا|أهلًا|السلام عليكم|صباح الخير|مساء الخير)$/,
      thanks: /^(شكرا|شكرًا)( جزيلا| جزيلًا| لك)?$/,
      farewell: /^(مع السلامة|إلى اللقاء)$/,
    },
  ],
  [
    'hebrew',
    { greeting: /^(שלום|היי|בוקר טוב|ערב טוב)$/, thanks: /^תודה( רבה)?$/, farewell: /^(להתראות|ביי)$/ },
  ],
  [
    'chinese',
    {
      greeting: /^(你好|您好|早上好|下午好|晚上好)$/,
      thanks: /^(谢谢|謝謝|谢谢你|谢谢您|多谢)$/,
      farewell: /^(再见|拜拜)$/,
    },
  ],
  [
    'japanese',
    {
      greeting: /^(こんにちは|おはよう(ございます)?|こんばんは)$/,
      thanks: /^(どうも)?ありがとう(ございます)?$/,
      farewell: /^(さようなら|またね)$/,
    },
  ],
];

const aboutSelf =
  /^(who|what) are you$|^what can you do( for me)?$|^help( me)?$|^how (do|does) (you|this|it) work$|^are you (an? )?(ai|bot|robot|human|language model|chatgpt|llm)$/;

const introduction =
  'I find the sentences in the documents that answer a question and quote them with their source. ' +
  'I do not write answers of my own: that takes a model provider. Ask me something about the documents.';

/**
 * Returns the reply to a greeting, to thanks or to a question about the assistant itself; undefined for a question to the
 * knowledge base.
 */
export const smallTalk = (message: string): string | undefined => {
  const words = message
    .toLowerCase()
    .replace(/[!?.…,:;)(¡¿！？。、，؟\p{Extended_Pictographic}\u{fe0f}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length > 60) return undefined;
  for (const [language, said] of sayings)
    for (const kind of ['greeting', 'thanks', 'farewell'] as const)
      if (said[kind].test(words)) return replyTexts[language][kind];
  return aboutSelf.test(words) ? introduction : undefined;
};
