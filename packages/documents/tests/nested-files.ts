import { contentTypes, override, relationships, relationType } from './hostile-files.ts';
import { zip } from './zip-files.ts';

/** A presentation with one slide that contains this XML. */
export const slideOf = (shapes: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        override('/ppt/presentation.xml', 'presentationml.presentation.main') +
          override('/ppt/slides/slide1.xml', 'presentationml.slide'),
      ),
    },
    {
      name: '_rels/.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('officeDocument')}" Target="ppt/presentation.xml"/>`,
      ),
    },
    {
      name: 'ppt/presentation.xml',
      content:
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('slide')}" Target="slides/slide1.xml"/>`,
      ),
    },
    {
      name: 'ppt/slides/slide1.xml',
      content: `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    },
  ]);

const open = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;

/** An OpenDocument text or presentation with this body. */
export const openTextOf = (kind: 'text' | 'presentation', body: string) =>
  zip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: 'META-INF/manifest.xml',
      content: `<?xml version="1.0"?><manifest:manifest ${open('manifest')}><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/></manifest:manifest>`,
    },
    { name: 'styles.xml', content: `<office:document-styles ${open('office')}/>` },
    {
      name: 'content.xml',
      content: `<?xml version="1.0"?><office:document-content ${open('office')} ${open('text')} ${open('draw')} ${open('table')}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ]);

/** An e-book with one chapter. */
export const chapterOf = (body: string) =>
  zip([
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'c.opf',
      content:
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
    },
    { name: 'a.xhtml', content: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>` },
  ]);
