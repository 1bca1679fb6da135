-- Recordings are transcribed by a transcription model, and pictures are described by a vision model. Both are lists of names,
-- like those of the other kinds of models.

alter table model_providers
  add column transcription_models text[] not null default '{}',
  add column vision_models text[] not null default '{}';
alter table model_defaults drop constraint model_defaults_type_check;
alter table model_defaults
  add constraint model_defaults_type_check check (type in ('CHAT', 'EMBEDDING', 'TRANSCRIPTION', 'VISION'));

alter table knowledge_bases
  -- OCR: text recognition; PAGE: each page is described by a model; IMAGES: the pictures in a text are described.
  add column image_handling text not null default 'OCR' check (image_handling in ('OCR', 'PAGE', 'IMAGES'));

-- The paid results of models for a file, written with the charge. A retried import pays for nothing twice; the results are
-- deleted once the import has ended.
create table paid_readings (
  tenant_id text not null default atelier.tenant() references tenants (id) on delete cascade,
  import_id text not null,
  -- The hash of the file's content.
  sha256 text not null,
  -- 'transcript', or the hash of a picture.
  part text not null,
  text text not null,
  primary key (tenant_id, import_id, sha256, part),
  foreign key (tenant_id, import_id) references knowledge_imports (tenant_id, id) on delete cascade
);
select atelier.protect('paid_readings');
