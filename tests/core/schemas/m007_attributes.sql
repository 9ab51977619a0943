BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'genmu_studio','m001_first','2026-11-30 06:50:15.950289+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'genmu_studio','m002_review','2026-11-30 06:50:15.951521+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'genmu_studio','m003_aspects','2026-11-30 06:50:15.952284+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'genmu_studio','m004_labels','2026-11-30 06:50:15.953129+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'genmu_studio','m005_judges','2026-11-30 06:50:15.954144+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'genmu_studio','m006_audit','2026-11-30 06:50:15.954861+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'genmu_studio','m007_attributes','2026-11-30 06:50:15.955296+00:00');
CREATE TABLE annotator (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    added_at_utc TEXT NOT NULL
) STRICT;
INSERT INTO "annotator" VALUES(1,'ada','2026-11-30T06:50:16.345+00:00');
INSERT INTO "annotator" VALUES(2,'ben','2026-11-30T06:50:16.345+00:00');
CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    place INTEGER NOT NULL,
    token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('training', 'item', 'gold', 'attention', 'repeat')),
    sample_id INTEGER NOT NULL REFERENCES sample (id),
    other_id INTEGER REFERENCES sample (id),
    x TEXT CHECK (x IN ('A', 'B')),
    notice TEXT NOT NULL,
    accepted_json TEXT NOT NULL,
    shown_before INTEGER REFERENCES assignment (id) CHECK (shown_before < id),
    UNIQUE (campaign_id, annotator_id, place)
) STRICT;
INSERT INTO "assignment" VALUES(1,1,1,0,'b6b40c0b3b7003f01f8d','item',1,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(2,1,1,1,'ca66240c17a134f63a0a','item',9,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(3,1,1,2,'fb5b408ef8d52d58b8c6','item',10,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(4,1,1,3,'93fe1d2a403a84714e24','item',2,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(5,1,2,0,'2b964ec0065b8d5ca24f','item',2,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(6,1,2,1,'43f5cecd82c5ed15171a','item',9,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(7,1,2,2,'091fc3d9c70ba53472b4','item',1,NULL,NULL,'','{}',NULL);
INSERT INTO "assignment" VALUES(8,1,2,3,'529141d80fcb47c98e87','item',10,NULL,NULL,'','{}',NULL);
CREATE TABLE audit_event (
    id INTEGER PRIMARY KEY,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    kind TEXT NOT NULL,
    submission_id TEXT REFERENCES submission (id),
    content_json TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO "audit_event" VALUES(1,'2026-11-30T06:50:16.576+00:00','auditor','audited','example-lab-face-r1','{"checks": 38, "findings_digest": "25b818a873f6ede78d2d10f2e6b1cf58fc2e02870bfb004256cebb39e185b474", "raised": [{"check": "contract_fields", "message": "not declared: contact, affiliation, members, model, upstream checkpoint, method, summary, loader, environment, preprocessing command, unlearning command, inference command, evaluation command, hardware and runtime, output format, validation results, logs, licence, links live until, evaluation allowed, conditioning", "severity": "info"}], "ran": 38}','0000000000000000000000000000000000000000000000000000000000000000','ef23e0201a91338ff69dff76b14e343b87955e906df9ae2baddf4e907f4b2ca2');
INSERT INTO "audit_event" VALUES(2,'2026-11-30T06:50:16.578+00:00','auditor','verdict','example-lab-face-r1','{"content_digest": "d199df56b4f8774bb77b88a2eedce4e883b3ff5912c0f8830a536c3c31b36f09", "decision": "query", "findings": {}, "reason": "which weights were used?", "revision": 1, "team": "Example Lab"}','ef23e0201a91338ff69dff76b14e343b87955e906df9ae2baddf4e907f4b2ca2','eca5c068f1ef48d569911ef7016e4e741a8a3ce9292bb172ac5d664a34c29afa');
CREATE TABLE calibration (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    template TEXT NOT NULL,
    inputs_digest TEXT NOT NULL,
    content_json TEXT NOT NULL,
    frozen_at_utc TEXT NOT NULL,
    UNIQUE (evaluator_digest, template)
) STRICT;
INSERT INTO "calibration" VALUES(1,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66','mean','39f8dcf277dc2874a32e5f9c66265004fab103a3447ca16ff20f758c5fe487f8','{"thresholds": {"eer": 0.6688764691352844, "fmr=1e-1": 0.3353256285190582}, "eer": {"threshold": 0.6688764691352844, "fmr": 0.0, "fnmr": 0.0, "reason": null}, "fmr": {"1e-1": {"threshold": 0.3353256285190582, "fmr": 0.08333333333333333, "fnmr": 0.0, "reason": null}, "1e-2": {"threshold": null, "fmr": null, "fnmr": null, "reason": "FMR 1e-2 needs 100 non-mated comparisons, there are 24"}, "1e-3": {"threshold": null, "fmr": null, "fnmr": null, "reason": "FMR 1e-3 needs 1,000 non-mated comparisons, there are 24"}, "1e-4": {"threshold": null, "fmr": null, "fnmr": null, "reason": "FMR 1e-4 needs 10,000 non-mated comparisons, there are 24"}}, "mated": 8, "non_mated": 24, "templates": 4, "badge": "24 non-mated comparisons, under 30,000", "notes": []}','2026-11-30T06:50:16.104+00:00');
CREATE TABLE campaign (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    digest TEXT NOT NULL UNIQUE,
    content_json TEXT NOT NULL,
    questions_json TEXT NOT NULL,  -- digests, in the order in which they are asked
    created_at_utc TEXT NOT NULL
) STRICT;
INSERT INTO "campaign" VALUES(1,'smiles','0e2112c49bdc951dd0551d1b40c79de299aa30d60033bba91062b619a1df8bb7','{"campaign":{"name":"smiles","questions":["face-attributes/smile","note"],"annotators":["ada","ben"],"overlap":2,"seed":0,"title":"","instructions":"","seconds_per_answer":6.0},"select":{"track":"face","submissions":[],"sides":["original","unlearned"],"roles":["forget"],"groups":[],"identities":[],"per_identity":null,"most":null},"rates":{"repeats":0.0,"gold":0.1,"attention":0.0},"pace":{"must_play":true,"break_every":50,"break_minutes":2.0},"gold":[],"training":[]}','["a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84", "3bcc11afe1bc511f0417de57c381293652d3581a76227a65536a53c48a36fa6f"]','2026-11-30T06:50:16.345+00:00');
CREATE TABLE check_run (
    submission_id TEXT NOT NULL REFERENCES submission (id),
    check_id TEXT NOT NULL,
    inputs_digest TEXT NOT NULL,
    findings_json TEXT NOT NULL,
    not_run TEXT NOT NULL,  -- why it could not be run, "" where it was
    at_utc TEXT NOT NULL,
    PRIMARY KEY (submission_id, check_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "check_run" VALUES('example-lab-face-r1','contract_deadline','9233a16850a5c38fbc039230029c8b2822de1762861d85af8601da01f0aaf6d8','[]','','2026-11-30T06:50:16.398+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','contract_delivery','e5c4668bb501bef6276878f2dbcd32bc4b597f9364dcc725073da467dc9d9b4f','[]','','2026-11-30T06:50:16.398+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','contract_fields','e529c1fb17b5e6e21696bd549b40286d6f0bcdb892a93e0cc53db55f86d746dd','[{"severity": "info", "message": "not declared: contact, affiliation, members, model, upstream checkpoint, method, summary, loader, environment, preprocessing command, unlearning command, inference command, evaluation command, hardware and runtime, output format, validation results, logs, licence, links live until, evaluation allowed, conditioning", "value": 21, "limit": 0, "samples": [], "numbers": {}}]','','2026-11-30T06:50:16.398+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','contract_paths','df09db9acd0cf1e3ff7ec8079d6a36fa3cb6c53da9b32ec520c777d7317119da','[]','','2026-11-30T06:50:16.398+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_antiphase','e7439be4788b0ef951216812bd6f8dd52dfaa5858640a2fc70073ef6cc04d8ba','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_black','ae9eed0cf62a7de24c57dba4f26487755c70dc07635853095675ee0a52363816','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_blur','9a650ac2fa160c0f81f017be3b4b7eb96f79232198baff7d013a6026c798cd87','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_clipped','eb9bf65d6145aab673555facc2799221974459782225ba97d81300e2fa761e76','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_constant','6acdc6eb6b5224ba0979fbc0b095868060a29d7faa5ccec26f2d7de48ad2af3a','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_damaged','0ea21c9e7c4c3aed4b073a7bfffee28e749e81c57b5472176b82f55f2a128d1e','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_dc','e2d149eabbcf0059da1a977a7bd1ebfbdf55f64eaaab236d8773dc0c2d79eed4','[]','','2026-11-30T06:50:16.560+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_empty','735d410309c2ac77fd658942108379d6c42c6dfdf92ed1c9840e9610a4f78de2','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_low_bandwidth','31ef7aac8ce466b8df69505222a05ffd277cd4ddf8716222b3861424b9af4304','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_multi_face','a99bcc39e4be9a73f85592c60efb2dc4555bd70e8e1f960dbd89a0f61347d84e','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_no_face','a647f09f20751e9986c5a6119096d36615f94a2c64b743791eb91bd1c96f0195','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_noise','ecbf12b32621c8c648a7f3f94574a7baea34c2e590f8af2ca4af9fb2e77dece4','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_nonfinite','2aff44671fa32e282d1e036ba473bdfc699e92fa39857b5c0aea30f742f6a1c5','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_silent','1d1cccc2c4000ffc41d8cd773c66c3cc26316662483c452961b251c02d6d19a0','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_tiny_face','3338aecd6a95b21ab86c2ebdc9e1af457339262fd66f24c97e3bba623141e5d3','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_too_large','6848d52cb659af3385477901b080af21cc4dfe91b1a08e06a006c0891d28b8c4','[]','','2026-11-30T06:50:16.561+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_too_short','74157f8620892e7fde52e2fe1f53f21a26ae8b264054f38a99befe1ea0d6435c','[]','','2026-11-30T06:50:16.562+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_truncated','f292f0169ae656ec9a76058d00ba9880d5c26d006c66eadf293032a566dc9f40','[]','','2026-11-30T06:50:16.562+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_unreadable','0a3c7076fb4aebc9fcdda82f3af4b299a557c2590f2cbc69784c4e4a76deebe6','[]','','2026-11-30T06:50:16.562+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','degenerate_wrong_format','3e16102a4e1abdbf30db71dd5cc817bf9fadc344b5155fb354b4e8cc9bb96221','[]','','2026-11-30T06:50:16.562+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','failure_policy','04f0f1a50faa798f97d7c1e514eb0f9560a5a0d6d9273be700e483a4fe90247b','[]','','2026-11-30T06:50:16.573+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','fixed_stranger','33acd00ec9b836bd25b5727e688757af04ab88537daf8c6c4caa2cb7c9ee1022','[]','','2026-11-30T06:50:16.564+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','identity_transfer','fd2765a14d744be00a118933a895725a7f2cc0dbd873b51a73fcf8d9b27f8bff','[]','','2026-11-30T06:50:16.564+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','over_suppression','d9e5a91c59f8694f79b66e7efcd294fd4069de19fca2edd7f0f8469f142925e6','[]','','2026-11-30T06:50:16.566+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','retain_transfer','c10d070928abfa538f1be230acadfe3f296a98bad02014145bc996c078b0e6b3','[]','','2026-11-30T06:50:16.564+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','second_opinion','06e79566174a31c7a5faf5cfaad229c21006d2e86c509a909e661b93d16117e9','[]','one evaluator alone has measured it','2026-11-30T06:50:16.575+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','seed_cells','a12ed327d230bdd50e0831d16fb9ddb4e442611a2d7fd8bb4364dc20c09bc8d8','[]','','2026-11-30T06:50:16.399+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','seed_diversity','ac6e62e2c1910a13b40992376fb4260589b77c681ba04216622796b7bd17b6be','[]','','2026-11-30T06:50:16.563+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','separation_change','f0a552dd6c469244ef91aa65709269afd3dfff94b60b5da8e1a45f845789bd60','[]','','2026-11-30T06:50:16.563+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','settings_differ','006e971f34c4942b2b2a72a315050b34dc04812af76aa92c7c6bbec1a26684ce','[]','','2026-11-30T06:50:16.399+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','stage1','24e9640dbdc618842047661b624fcf31167541f55ce04441379bdbf5abd47417','[]','','2026-11-30T06:50:16.575+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','threshold_curve','442f0307c965557b3037e3b85e98809b38622afce5ac5cf09575499966b3403f','[]','','2026-11-30T06:50:16.574+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','threshold_mass','9846cae71d0815844c4f9c3c53f9fdd124891601121511d58e2e152e24cedb98','[]','','2026-11-30T06:50:16.575+00:00');
INSERT INTO "check_run" VALUES('example-lab-face-r1','wrong_pairing','2dfcfe133bfbc57147b627eacdbccb1da47a88a350f59a5ff5d9b356a5194d46','[]','','2026-11-30T06:50:16.559+00:00');
CREATE TABLE compared_pair (
    pair_id INTEGER PRIMARY KEY REFERENCES pair (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
CREATE TABLE comparison (
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    sample_id INTEGER NOT NULL REFERENCES sample (id),
    identity TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    similarity REAL,
    PRIMARY KEY (evaluator_digest, sample_id, identity),
    CHECK ((status = 'ok') = (similarity IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE condition (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings_json TEXT NOT NULL
) STRICT;
INSERT INTO "condition" VALUES('f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033','c0','{}');
INSERT INTO "condition" VALUES('e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af','c1','{}');
CREATE TABLE declared_attribute (
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    is_ratio INTEGER NOT NULL CHECK (is_ratio IN (0, 1)),
    categories_json TEXT NOT NULL CHECK (json_type(categories_json) = 'array'),
    PRIMARY KEY (evaluator_digest, place),
    UNIQUE (evaluator_digest, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE embedding (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    vector BLOB NOT NULL CHECK (length(vector) > 0 AND length(vector) % 4 = 0),
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT;
INSERT INTO "embedding" VALUES(13,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'2A06943D174AEA3DE82770BE80C363BE1EBCA3BC3052B4BDF46C3E3E27A69A3D2511243DEA1C5C3E575E953C7A265DBE0A343ABE2C5C993DE850AC3ED61F4ABDFA16543EEA89E1BC5E41343E30E874BD1E574DBEB46201BDDD98E6BDFAF7A7BEDCFD9F3E96CACBBDE29313BE0C66C1BB0228E63E5BB0023DCC3F08BD1F68AFBD');
INSERT INTO "embedding" VALUES(19,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'C048803D0BB6013EF57276BEBB0C55BE7FA215BD1036E5BDF38F553E3F3FBE3DDB5B433DC6D46E3E1BBD543C812E5EBE7A1E4BBE0CCEA73D4B109F3E9AB47CBDE2FB773E2D5B6ABD630B393EEF503FBDD85137BE38C51CBD6D97C8BDA4639FBED3B9A93EE8B0B1BDAAB515BE888882BCEE84D83E6DA91D3D073E91BC9FAA9FBD');
INSERT INTO "embedding" VALUES(11,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'85807ABE071C273D941A923C195D98BEE70E99BD39FF3EBD121BC2BD91CC10BEBD72383EAF0898BE11415C3E8E19673E8A9A77BD2E0A783DE42770BEE179F83D6855CE3D09D9893E6E694E3EFB6E6B3E37F2C7BDE2A8C83DC5EC603E4EEFA63E8AFA133C4B3C7A3DF7F52BBD055C46BEC3CA973E0559A33DA679A7BD272A1FBE');
INSERT INTO "embedding" VALUES(17,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'09586BBE1CCD033DE6F5943CE6819DBE412FABBD13F0F3BCE3BEB4BD04A11CBEE2B72B3E29CDA2BE37275B3E04B4613E762080BD3F82963D498775BEA18E0A3E4015F43D29E4813E30744D3EC18E723EAA64A1BD4592C73D35355F3EE8189D3E4103FD3C9FF8843D398941BD2B7B42BE32C79E3EE5E1BD3DCD71A7BD693802BE');
INSERT INTO "embedding" VALUES(15,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'B85F10BE360A9B3EA46A13BE00C32DBE96AC983E801DD2BDA94C8C3DBDDAB9BD12066BBD69F68DBE8D888BBE89D44E3DCC511F3E78494F3E9ECF92BE004BC73E326D1D3D736A29BEB5C559BD23A95CBC77CBF3BDF7636D3DA897B4BD051D6CBE6ADA993DE127D63DA999DABDE27307BE4368BF3C29C87A3E16CE833D1059653E');
INSERT INTO "embedding" VALUES(9,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'456521BEDCC79A3ED76708BE02EF3EBE43A1963E0EDBCDBDD8297C3DE66EBDBD1E8536BD0AFA84BE25BD92BE72A7643DF5B2133E202B683EDCBB95BE5E1FC13E328E673D206A3DBEF37F64BD124F40BB995DF4BD1C0F413D8F74BFBD57DC5DBEF33A803D2FE8D73DE5F6ACBD03E806BEE1D4E53CC33F7A3E6720813DF1F3663E');
INSERT INTO "embedding" VALUES(12,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'D54490BE5941383EA093843CBAC990BD065534BE0C28BBBD56082F3D5420A13E5794A33E535340BB74D94D3EB8746ABEAA2C443E2FA5963ECB7F8FBDDCC16FBE6F71F43D3D1685BCA4E4CCBDE7E94EBE2121C3BD911E05BE1E12C4BDF12B87BE3A3ED1BC27DA813D509DAEBDBA308DBE785C633E4D3739BE66DFAB3DC3C807BE');
INSERT INTO "embedding" VALUES(24,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'2DB488BE8E22313EE6AB11BBF23491BD053438BE558E99BDBE1B3E3DF75EA43EF577A73EAA94BF3CAAB1353E225668BE953D553E1FE89F3EE77C93BDA0866DBEFA29073EEBC3A9BC0F9AB5BD06914DBE0DAFC4BDD3E1FEBDE408B8BD7F158CBE4C778ABD9C4D533DA779B7BDF24F84BEA7ED623E8BA834BEB269AC3DA00D06BE');
INSERT INTO "embedding" VALUES(10,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'A9B771BE795A383DCAE6B93A25629EBE21BB9BBDD65C2FBD529EB2BDE7F30CBEFF76403E1E00A0BEA77D713E65F8633E23125BBDD1D87C3D928A61BE23A1073EAE21FC3D99827E3EB53C3F3E9CA95F3E3AFAA2BD3943AF3D83405C3EE078A43EB38C523C3CD3433DE1920CBDAD3E40BE6CFF9E3E7B5F9E3DE99DEABDBD2420BE');
INSERT INTO "embedding" VALUES(16,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'2FBC66BEB6A9143DA25AC43C43D795BE4C5E8EBDEA2E3CBDFC13DCBD3F0D31BEEDA62B3E14E8A1BE4A20713E7F086C3E64D028BD9EC9973DB7F861BEE423173EA7F70D3EEDFC843E8E564E3E9B514A3EB89BACBDA2F8C63D787B6F3E2D26A13EACC8443CA16E673D13BA46BDF4EB44BED0D9923E4619BD3DDEF3B8BD2C5813BE');
INSERT INTO "embedding" VALUES(22,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'E27767BE457A4D3DB9D8D63C61899ABE396B88BD2EAF43BD6E4CBBBDF8991DBE54BC4B3E55D698BE8A64493E822C5F3E91FB60BDADF9A23D2D6867BE0069003E0555153E3B69803EB179553ED693693E0BA0B2BDB9F8C03DF07D763E48BDA53E3C603EBBDFC6833D5A6620BD0CA439BE6086983EE01DB23D6E23B3BD00BB1CBE');
INSERT INTO "embedding" VALUES(23,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'296465BEF89A1D3DF6459A3CDB7D90BECAEE8DBD868D0EBD13D1C6BD90D81FBE9ACE443EAC009FBE348C603E82C56E3EEC4791BDFC18AE3D0CD55ABEE5EE023E3D211F3E7DC8833E7AB4423E7BAF5B3EA24193BD409DB23D4F3B703E34A7A33E4523CF3BB6B1933DFAD708BD4E534EBE34F59C3EC44F983D19E9E2BDA2FC05BE');
INSERT INTO "embedding" VALUES(21,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'BF2F0EBEED1A9F3E80E11EBE87FF39BE0687983E3C169FBD9E4A8C3D90FBBBBDA13F01BDB4DE8ABE2ED293BE1539483D7FA2203ED8C3513E016F92BEFAFDC33E89C7123D032937BE40675CBD8095B7BAA849F6BD1E6C483D687DC0BD8D426FBE17ED863DD19EE13D23C7B4BDA85EF5BDE794FC3C8E006B3EFBED743DE1D6683E');
INSERT INTO "embedding" VALUES(20,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'4F81FDBD063AA53E496708BEFF1542BE73089E3ECE31B7BDF7564D3D45F6B5BD342F29BDABF983BE1EE295BE9D264A3D67411A3E560F563E0F0C91BEED2DC43E3F486A3D21292BBEF72F46BDBF128BBC384FC6BDFD7B703D712CCDBD0F2E5FBE52EF8A3DA32DDA3D8DA5CEBD3008F3BD0FC0093DC5697A3EFEDC423D9CF7713E');
INSERT INTO "embedding" VALUES(14,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'960F0ABD9A8FD9BD35C6543EF3D7643E07DEB5BD154C6D3DE7C413BEF45425BE7FA4A73D60C9DB3D54DF47BEB5FA563D7B4C7B3E82513FBEB4A6CE3BD3E7ACBEA9A2A33DA2F8833E770EACBEE34780BCFCE19BBE3B104D3E714C52BD5BD5C4B85EBFB93C03479B3DDFFFBDBD858476BB3E27543E588ED7BECD61193D9653CE3D');
INSERT INTO "embedding" VALUES(18,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'889811BDB366C4BDD39B433E7E9C5F3E49AFEABD2DB82D3DBD672ABE943332BE8427A33DC4A8E03DBEF952BE6DD7703D9F32683E8F4E3ABEB27CF3BBE30EAFBE0A8DAB3DAD2C793EDC77ABBE4C13E0BCEAC99CBE7CAE3E3E9CDD52BD12598ABB5EACED3C79F8923D2EC3D4BD21B5AB3CC2A75F3EB33AD9BE71D2A63C53A4D73D');
INSERT INTO "embedding" VALUES(1,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'9F91AF3DECFCFB3DE3936EBED1D96BBE54C222BC606708BE536B4F3E4BD9B63D090B133D4D825B3E7166A83A37536ABEA2C33CBE86FB913DC3B4AF3ED30E94BD73BD653E43ED8FBCDAF4263E45CB3ABD6A5727BE8C4334BD8BE8C6BD80D39CBEF413A23EE6F8B9BD697611BEEF8B29BD377BDE3EF8B43A3DE6D203BDDA50B9BD');
INSERT INTO "embedding" VALUES(7,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'B5E4AC3D33AAF73D46BD79BE5C0361BE25AC4EBCFA64B4BD852C483E0463A63DF5531F3DBD1A693E459CFC3B882A5DBECF0D4DBE2DB38A3D4856A73E970289BD76D6603E2DF729BD72DA3C3E5DD939BD74F93DBE342A4CBD32F2C5BD6DBE9EBEC581A33E341BAEBDC5FE0EBE49AD03BD5078E03E6C4B073DEBA282BC0956CDBD');
INSERT INTO "embedding" VALUES(3,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'642D6ABE19B1243D9B16903C060C93BEB9BE63BD88A241BD4346CCBD645810BE701F493E84D998BE280F5A3EEE2D533ED76084BDED19963DE8015EBEEA14063E8515023EC6D5853EE8B15B3EEC465E3E232692BD2B99C53D5E957D3EDBA6B23ED766D93CD32D313D0F0144BD31D735BE17A59B3ECF166D3D6610A6BD0F0922BE');
INSERT INTO "embedding" VALUES(8,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'E6F06EBE1915253DD971793CD25F96BEC16087BD1C770DBD1774DABDE60A1FBE308F4B3ECCD095BEF2CD7B3E0932563EA20A2BBDC4877F3DE0C971BED3DD023E3F54143E7AD4853E0D1C533ECD124E3EF4DFAFBD8C6CC93DB4F4613E9DC3A33E11E6EB3C3A68803D36852DBD3BF13EBE2BE2A03E8210A03D701A9ABD92F005BE');
INSERT INTO "embedding" VALUES(6,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'790CFFBDF34F9B3EA6670DBEE44E44BE74D4963E134CC2BD01B97C3D20D6CEBDAEF232BDBA8C85BE2F1E8EBEE8C56B3D13D3213EA7F7583E8E938CBEA0C5CA3EE885223D17842BBE12DD41BD6FE7A7BC75ECD7BD5CB54F3DBAA4B9BD694172BE148B9F3D6E13CD3DCC5FD0BDA25407BE8749FF3C2BFC783EF72E593D3D7E753E');
INSERT INTO "embedding" VALUES(4,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'DE470ABED3BDA03E242F05BE9F7144BEAB1C963ED915BDBDBDC4853D04B8B9BD748575BDE00387BEDF6793BEAC0A6F3D9CB71E3EFE27683EA8DA96BE7A0BC23EA3543B3DC7AB2EBE0FE586BDE46F7FBCF228D0BD83B3663D855CA0BD35A76CBED34A773D3B82BF3D4365B8BD671B15BE9BD3913C60CA6D3E6F83863D4EAF603E');
INSERT INTO "embedding" VALUES(2,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'E84F92BE55CE393E1DD9853CBF9C8CBD29FC31BE32B8AABDE0DE4E3D633FAC3ED098A33E90120F3CB0E83D3E0C845DBE6377593EC7D59B3E61366FBDF68C6CBE2B1B0A3EB3A02CBCE64AA9BD097748BE4D14BABD6F5E05BE2752C3BD12F888BE738E15BDF075383D90F0A5BDAAF184BEC50D543E001E42BE6E13C43D15C6FABD');
INSERT INTO "embedding" VALUES(5,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',X'7B718EBE86F2233E4271433C2C0371BD5B2736BE2F96BFBD65E6483DB416A53ECFF19D3E735DEE3B2693453E831858BE49FA433E7D709E3EF8518DBD84DB6ABEF0FB073ECE396DBB1378B4BD969757BEFA17CBBDB8FE03BEB1E7A5BD2A088ABEA91B01BD3539913D5DCCCCBDCE228ABECDE35D3ECB0540BE92BBC83D69491EBE');
CREATE TABLE evaluator (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('reference', 'light', 'imported', 'fake')),
    track TEXT NOT NULL,
    weights_sha256 TEXT NOT NULL,
    options_json TEXT NOT NULL,
    official INTEGER NOT NULL CHECK (official IN (0, 1)),
    licence TEXT NOT NULL
, aspect TEXT NOT NULL DEFAULT 'identity') STRICT;
INSERT INTO "evaluator" VALUES('b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66','fake_image','1','fake','face','','{"crash_on": "", "delay_s": 0.0, "fail_on": ""}',0,'','identity');
CREATE TABLE exclusion_event (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    excluded INTEGER NOT NULL CHECK (excluded IN (0, 1)),
    reason TEXT NOT NULL CHECK (excluded = 0 OR reason <> '')
) STRICT;
INSERT INTO "exclusion_event" VALUES(1,1,2,'2026-11-30T06:50:16.351+00:00','root',1,'answers at random');
CREATE TABLE label_event (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    question_digest TEXT REFERENCES question (digest),
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'skip', 'note', 'adjudication', 'undo')),
    value_json TEXT,
    replaces_json TEXT NOT NULL,
    undoes TEXT, seconds REAL CHECK (seconds >= 0),
    CHECK ((kind = 'undo') = (undoes IS NOT NULL)),
    CHECK ((question_digest IS NULL) = (kind = 'note') OR kind = 'undo')
) STRICT;
INSERT INTO "label_event" VALUES(1,'e98f9b7ff8671d8411eae5304747d250','2026-11-30T06:50:16.346+00:00','ada',1,'a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','answer','"yes"','[]',NULL,2.5);
INSERT INTO "label_event" VALUES(2,'d302e2cc06638f5e402a0d9ce9b1d8a6','2026-11-30T06:50:16.349+00:00','ada',2,'a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','skip','"too dark"','[]',NULL,NULL);
INSERT INTO "label_event" VALUES(3,'9ab60c63d957b1c91249f20273989119','2026-11-30T06:50:16.349+00:00','ada',2,NULL,'note','"look at the hair"','[]',NULL,NULL);
INSERT INTO "label_event" VALUES(4,'e67d16b295e0646b2521b113a3f384c0','2026-11-30T06:50:16.350+00:00','ada',1,'a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','answer','"no"','["e98f9b7ff8671d8411eae5304747d250"]',NULL,NULL);
INSERT INTO "label_event" VALUES(5,'fa122e47b4ca401f573230f9baf91ac5','2026-11-30T06:50:16.350+00:00','ada',1,'a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','undo',NULL,'[]','e67d16b295e0646b2521b113a3f384c0',NULL);
INSERT INTO "label_event" VALUES(6,'441666295fb8459943e215f5b36ec79e','2026-11-30T06:50:16.351+00:00','judge',1,'a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','adjudication','"no"','[]',NULL,NULL);
CREATE TABLE media (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    kind TEXT NOT NULL CHECK (kind IN ('image', 'audio')),
    size_bytes INTEGER NOT NULL,
    UNIQUE (sha256, kind)  -- the same bytes, empty ones say, may be handed in as a picture and as a sound
) STRICT;
INSERT INTO "media" VALUES(1,'103f60ae31a221a51164930d7c15065addef908438f0c47f624075f50b77e1ce','image',77);
INSERT INTO "media" VALUES(2,'bc34f8577114521f496efc3a75d222add6ca80c9bb56a545fc9c69fdeda2e09f','image',77);
INSERT INTO "media" VALUES(3,'682978c666d5ed98de1be5eae0d94ca2d1926bc57b505cd96a2afeeca3652cd7','image',77);
INSERT INTO "media" VALUES(4,'d7cfd40eb8bde60fd5158e7ee29595150f660487d9e18d452542db08d368c233','image',77);
INSERT INTO "media" VALUES(5,'b3ca87fdbe0672f3853238e9086f02495cab078499cbb78de175cdf6ce260027','image',77);
INSERT INTO "media" VALUES(6,'702f2eb3a0bc9a3cd22724975f9d063e26cd9a889dbfe875f99befad26e32ff7','image',77);
INSERT INTO "media" VALUES(7,'46ce514a992180ac752d442ccb8ced4339aaf6d03cea41e31e9cf0c814056bec','image',77);
INSERT INTO "media" VALUES(8,'b2e6f154504eadf352e74f8bcf0526585de99f7b74cec3bdaafbf921787e16ec','image',77);
INSERT INTO "media" VALUES(9,'7564ef955281c1f73d2849e7fa1053bfca9bb305dee1d59a87977eabc12e3609','image',77);
INSERT INTO "media" VALUES(10,'bbfea26c16f0b0e4b4df9dafb2d61849f4bcff95a5f8d34d7708488126e9f988','image',77);
INSERT INTO "media" VALUES(11,'5bce61c4aad122d1f2706bd8c62609a00f3f83fbc196c6e311372da596e0b4af','image',77);
INSERT INTO "media" VALUES(12,'978dd0940406da16319dc722716d25f3c07b0fe8577ce02589be57096b0750e2','image',77);
INSERT INTO "media" VALUES(13,'8fff4c7b0f4acde416ca0c19fa1e0e55af4032ca294ce1f0127d98640b2921f9','image',77);
INSERT INTO "media" VALUES(14,'06294313a873c08a4b159f480067e3592e2b695a72c40400a59fc7c0a665bbeb','image',77);
INSERT INTO "media" VALUES(15,'5fd72bf646e967176b160078df7e0f5aa83148f00f92f0ee0cf869b6c3ebd168','image',77);
INSERT INTO "media" VALUES(16,'f17da14697a5cff241ca53ca0942c802bc77b6198e0ae10708ba2c2fb0d6163b','image',77);
INSERT INTO "media" VALUES(17,'57a04358f367631111af55db218f78285e87332c050a2f832fd387520191bb64','image',77);
INSERT INTO "media" VALUES(18,'93a2165dbed5626c580fe067b8320b92ab87a169c00cfc06f1e29870bb3c0b79','image',77);
INSERT INTO "media" VALUES(19,'c3b9a1dc81fec0f3bb6bd68a95bdf55d2f65711ef7b3800d507654f2363150cc','image',77);
INSERT INTO "media" VALUES(20,'e1fb6055ecede132f7822b20f9b1da4fd3cd25d505b0f6c9e24176b67e7c32d1','image',77);
INSERT INTO "media" VALUES(21,'c2d0fe4215d21073f169c476431180c5f6eb816fdbde9a343de36a3f940ed739','image',77);
INSERT INTO "media" VALUES(22,'beafb14754c2eaabb0935bf468a90b09a788bfada9ef4bb0112ec832b9f52c59','image',77);
INSERT INTO "media" VALUES(23,'8b29119475f92ac2078dec0fd2bbf87608db0dc57eb233e57a14d8a0a364a303','image',77);
INSERT INTO "media" VALUES(24,'bbf4aa2761433830670abcc782dd43248efffa1963ce5e056614c9c40e3c319d','image',77);
CREATE TABLE media_file (
    id INTEGER PRIMARY KEY,
    media_id INTEGER NOT NULL REFERENCES media (id),
    root_id INTEGER NOT NULL REFERENCES root (id),
    path TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    UNIQUE (root_id, path)
) STRICT;
INSERT INTO "media_file" VALUES(1,1,1,'1/0.png',1796021415970921969);
INSERT INTO "media_file" VALUES(2,2,1,'1/1.png',1796021415971121014);
INSERT INTO "media_file" VALUES(3,3,1,'2/0.png',1796021415971289024);
INSERT INTO "media_file" VALUES(4,4,1,'2/1.png',1796021415971427510);
INSERT INTO "media_file" VALUES(5,5,1,'3/0.png',1796021415971577162);
INSERT INTO "media_file" VALUES(6,6,1,'3/1.png',1796021415971703640);
INSERT INTO "media_file" VALUES(7,7,1,'4/0.png',1796021415971856748);
INSERT INTO "media_file" VALUES(8,8,1,'4/1.png',1796021415972014412);
INSERT INTO "media_file" VALUES(9,9,2,'original/One/1/c0/0.png',1796021415983423022);
INSERT INTO "media_file" VALUES(10,10,2,'original/One/1/c1/0.png',1796021415983640585);
INSERT INTO "media_file" VALUES(11,11,2,'original/One/2/c0/0.png',1796021415983908223);
INSERT INTO "media_file" VALUES(12,12,2,'original/One/2/c1/0.png',1796021415984114409);
INSERT INTO "media_file" VALUES(13,13,2,'original/One/3/c0/0.png',1796021415984414215);
INSERT INTO "media_file" VALUES(14,14,2,'original/One/3/c1/0.png',1796021415984651677);
INSERT INTO "media_file" VALUES(15,15,2,'original/One/4/c0/0.png',1796021415985016740);
INSERT INTO "media_file" VALUES(16,16,2,'original/One/4/c1/0.png',1796021415985273582);
INSERT INTO "media_file" VALUES(17,17,2,'unlearned/One/1/c0/0.png',1796021415985737721);
INSERT INTO "media_file" VALUES(18,18,2,'unlearned/One/1/c1/0.png',1796021415986014603);
INSERT INTO "media_file" VALUES(19,19,2,'unlearned/One/2/c0/0.png',1796021415986325605);
INSERT INTO "media_file" VALUES(20,20,2,'unlearned/One/2/c1/0.png',1796021415986557840);
INSERT INTO "media_file" VALUES(21,21,2,'unlearned/One/3/c0/0.png',1796021415986862132);
INSERT INTO "media_file" VALUES(22,22,2,'unlearned/One/3/c1/0.png',1796021415987094978);
INSERT INTO "media_file" VALUES(23,23,2,'unlearned/One/4/c0/0.png',1796021415987431438);
INSERT INTO "media_file" VALUES(24,24,2,'unlearned/One/4/c1/0.png',1796021415987673148);
CREATE TABLE mismatched_originals (
    original_id INTEGER PRIMARY KEY REFERENCES sample (id),
    other_id INTEGER NOT NULL REFERENCES sample (id) CHECK (other_id <> original_id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
CREATE TABLE pair (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    original_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    unlearned_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    differing_json TEXT NOT NULL
) STRICT;
INSERT INTO "pair" VALUES(1,'example-lab-face-r1',1,9,'[]');
INSERT INTO "pair" VALUES(2,'example-lab-face-r1',2,10,'[]');
INSERT INTO "pair" VALUES(3,'example-lab-face-r1',3,11,'[]');
INSERT INTO "pair" VALUES(4,'example-lab-face-r1',4,12,'[]');
INSERT INTO "pair" VALUES(5,'example-lab-face-r1',5,13,'[]');
INSERT INTO "pair" VALUES(6,'example-lab-face-r1',6,14,'[]');
INSERT INTO "pair" VALUES(7,'example-lab-face-r1',7,15,'[]');
INSERT INTO "pair" VALUES(8,'example-lab-face-r1',8,16,'[]');
CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    created_at_utc TEXT NOT NULL,
    program_version TEXT NOT NULL,
    protocol_digest TEXT NOT NULL REFERENCES protocol (digest)
) STRICT;
INSERT INTO "project" VALUES(1,'old','2026-11-30T06:50:15.965+00:00','0.1.0','0a1a3a48a1d2b33ace8005d835eeda359f6d7a7b785d3e3aa2b0187349bd3993');
CREATE TABLE protocol (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    content_json TEXT NOT NULL
) STRICT;
INSERT INTO "protocol" VALUES('0a1a3a48a1d2b33ace8005d835eeda359f6d7a7b785d3e3aa2b0187349bd3993','one colour group','1','{"protocol":{"name":"one colour group","version":"1","title":"Genμ 2.0 machine-unlearning challenge","sources":["Genμ 2.0 evaluation page and the source of the public site (validation-splits.csv of 2026-06-18)","2025 challenge page"]},"deadline":{"instant":"2026-07-11T00:00:00Z","note":"ours: the public page says ''until 10 July 2026'' without a zone; this instant is exclusive, and the organizer''s time of receipt counts"},"decision":{"comparison":">=","rule":"verify","template":"mean","policy":"forgotten","aggregate":"mean_of_groups","note":"ours: inclusive; mean of L2-normalised reference embeddings, normalised again; track value = mean of the group ERBs"},"references":{"per_identity":10,"note":"ours: the first by name"},"calibration":{"eer":"d(s) = FMR(s) - FNMR(s) over the sorted unique scores; d = 0 on s_i..s_j: (s_{i-1} + s_j)/2, else linear between the last d > 0 and the next d < 0","fmr":"float32 successor of the (floor(x*n)+1)-th largest non-mated score","mated":"each reference against its identity''s template built without it","non_mated":"each reference against every other identity''s template","fmr_presets":["1e-1","1e-2","1e-3","1e-4"],"badge_below_non_mated":30000,"note":"ours: calibrated once on the project''s references and frozen with a digest; FMR x is refused below 1/x non-mated comparisons"},"intervals":{"level":0.95,"bootstrap_resamples":2000,"bootstrap_seed":20260711,"min_conditions":5,"note":"ours: Wilson for FA and RA, MOVER for ERB, hull with the percentile bootstrap over conditions from min_conditions on"},"points_lost":{"exact_up_to":12,"permutations":2000,"seed":20260711},"gates":{"original_fa_min":80.0,"original_ra_min":80.0,"policy_spread_points":1.0,"few_unequal_note":"macro RA over identities stands beside when counts differ"},"preservation":{"stranger_draws":200,"stranger_seed":20260711,"note":"ours: the stranger value beside GP, mean over draws without replacement from the identities outside the group"},"attributes":{"tolerances":{"yaw":15.0,"pitch":15.0,"roll":15.0,"illumination":0.1,"light_side":0.15,"contrast":0.25,"face_size":0.2,"speaking_rate":0.5,"pitch_range":2.0,"loudness":3.0},"note":"ours: what an evaluator measures in both samples of a pair counts as preserved within these; categories must be equal; ''contrast'' and ''face_size'' are ratios: 0.2 is one fifth more or less"},"limits":{"silent_peak_dbfs":-60.0,"too_short_speech_s":0.5,"short_speech_s":3.0,"note":"what the media loader does, stated here and not changed here: another limit is another version of every evaluator"},"codes":{"failure_to_acquire":["DAMAGED","EMPTY","UNREADABLE","NONFINITE","TRUNCATED","SILENT","TOO_SHORT","NO_FACE","TOO_LARGE"],"evaluator_error":["OUT_OF_MEMORY","EVALUATOR_ERROR","CHANGED","MISSING"]},"contract":{"complete":["weights","repository","instructions"],"note":"complete, the condition for being ranked: weights link, repository at a commit or tag, testing instructions; a person confirms that they are reachable"},"tracks":{"face":{"rank_by":"ERB","official_evaluator":"face_arcface","light_evaluator":"face_sface","official_threshold":"fmr=1e-3","matched":["reference","prompt","negative_prompt","sampler","steps","guidance","width","height","camera"],"note":""},"speech":{"rank_by":"ERB","official_evaluator":"speaker_ecapa","light_evaluator":"speaker_ge2e","official_threshold":"eer","matched":["transcript","reference","sample_rate","decoder","prompt"],"note":""},"concept":{"rank_by":"ERR","official_evaluator":"","light_evaluator":"","official_threshold":"","matched":["prompt","negative_prompt","sampler","steps","guidance","width","height"],"note":"ties: the smaller weight-change ratio first"}},"evaluators":{"face_arcface":{"fallback":{"value":0.28,"origin":"insightface''s demo for buffalo_l"},"presets":[{"value":0.32,"origin":"DeepFace, tuned on other ArcFace weights","name":"deepface"},{"value":0.45,"origin":"a public challenge entry","name":"public-entry"}],"options":{"pack":"buffalo_l"},"weights":[{"file":"det_10g.onnx","sha256":"5838f7fe053675b1c7a08b633df49e7af5495cee0493c7dcf6697200b85b5b91"},{"file":"w600k_r50.onnx","sha256":"4c06341c33c2ca1f86781dab0e829f88ad5b64be9fba56e56bc9ebdefc619e43"}]},"face_sface":{"fallback":{"value":0.45,"origin":"68 photos: same person >= 0.547, different <= 0.439"},"presets":[],"options":{},"weights":[]},"speaker_ecapa":{"fallback":{"value":0.25,"origin":"speechbrain''s verification example"},"presets":[],"options":{},"weights":[{"file":"embedding_model.ckpt","sha256":"0575cb64845e6b9a10db9bcb74d5ac32b326b8dc90352671d345e2ee3d0126a2"},{"file":"hyperparams.yaml","sha256":"6f78854fa04ba59e761437b76a2575d3aba5e5016de3e9b69f0c9a5077fb1a41"},{"file":"mean_var_norm_emb.ckpt","sha256":"cd70225b05b37be64fc5a95e24395d804231d43f74b2e1e5a513db7b69b34c33"}]},"speaker_ge2e":{"fallback":{"value":0.81,"origin":"10 LibriSpeech speakers against mean templates; moves with the number of references"},"presets":[],"options":{},"weights":[]}},"groups":[{"name":"One","track":"face","dataset":"colours","forget":"1","retain":["2","3","4"],"note":""}],"questions":[{"id":"pose","set":"face-attributes","text":"Which way is the head turned?","kind":"choice","track":"face","choices":["left","half left","frontal","half right","right"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"expression","set":"face-attributes","text":"Which expression does the face show?","kind":"choice","track":"face","choices":["neutral","happy","sad","angry","surprised","other"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"illumination","set":"face-attributes","text":"How is the face lit?","kind":"choice","track":"face","choices":["even","from one side","from behind","dark"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"age","set":"face-attributes","text":"How old does the person look, in years?","kind":"number","track":"face","choices":[],"labels":[],"minimum":0.0,"maximum":110.0,"unit":"years","tolerance":7.0,"note":""},{"id":"smile","set":"face-attributes","text":"Does the person smile?","kind":"yes_no","track":"face","choices":[],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"beard","set":"face-attributes","text":"Does the person have a beard?","kind":"yes_no","track":"face","choices":[],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"eyewear","set":"face-attributes","text":"Which eyewear does the person wear?","kind":"choice","track":"face","choices":["none","glasses","sunglasses"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"camera","set":"face-attributes","text":"From where is the face seen?","kind":"choice","track":"face","choices":["eye level","from above","from below"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"accent","set":"speech-attributes","text":"Which accent do you hear?","kind":"choice","track":"speech","choices":["North American","British or Irish","other native","non-native","cannot tell"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"emotion","set":"speech-attributes","text":"Which emotion does the voice express?","kind":"choice","track":"speech","choices":["neutral","happy","sad","angry","other"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"speaking_rate","set":"speech-attributes","text":"How fast is the speech?","kind":"scale","track":"speech","choices":[],"labels":["very slow","slow","medium","fast","very fast"],"minimum":1.0,"maximum":5.0,"unit":"","tolerance":1.0,"note":""},{"id":"rhythm","set":"speech-attributes","text":"How regular is the rhythm?","kind":"scale","track":"speech","choices":[],"labels":["halting","uneven","medium","even","very even"],"minimum":1.0,"maximum":5.0,"unit":"","tolerance":1.0,"note":""},{"id":"style","set":"speech-attributes","text":"Which expressive style do you hear?","kind":"choice","track":"speech","choices":["reading","conversation","acting","flat"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"naturalness","set":"naturalness","text":"How natural does it seem?","kind":"scale","track":null,"choices":[],"labels":["bad","poor","fair","good","excellent"],"minimum":1.0,"maximum":5.0,"unit":"","tolerance":0.0,"note":"ACR, ITU-T P.800"},{"id":"same_person","set":"same-person","text":"Do the two show the same person?","kind":"ab","track":null,"choices":["same","different","cannot tell"],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""},{"id":"note","set":"note","text":"Anything to remark?","kind":"text","track":null,"choices":[],"labels":[],"minimum":null,"maximum":null,"unit":"","tolerance":0.0,"note":""}]}');
CREATE TABLE question (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    content_json TEXT NOT NULL
) STRICT;
INSERT INTO "question" VALUES('a59bcd94b0e2b4b6b937c6fe9560c72c68366bf65839af81fc7fd15dbc067c84','smile','{"id": "smile", "text": "Does the person smile?", "kind": "yes_no", "track": "face", "level": null, "choices": [], "labels": [], "minimum": null, "maximum": null, "unit": "", "tolerance": 0.0, "keys": [], "note": ""}');
INSERT INTO "question" VALUES('3bcc11afe1bc511f0417de57c381293652d3581a76227a65536a53c48a36fa6f','note','{"id": "note", "text": "Anything to remark?", "kind": "text", "track": null, "level": null, "choices": [], "labels": [], "minimum": null, "maximum": null, "unit": "", "tolerance": 0.0, "keys": [], "note": ""}');
CREATE TABLE reference (
    id INTEGER PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    identity TEXT NOT NULL,
    cohort INTEGER NOT NULL CHECK (cohort IN (0, 1)),
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    UNIQUE (track, identity, subject_id)
) STRICT;
INSERT INTO "reference" VALUES(1,'face','1',0,1,1);
INSERT INTO "reference" VALUES(2,'face','1',0,2,7);
INSERT INTO "reference" VALUES(3,'face','2',0,3,3);
INSERT INTO "reference" VALUES(4,'face','2',0,4,8);
INSERT INTO "reference" VALUES(5,'face','3',0,5,6);
INSERT INTO "reference" VALUES(6,'face','3',0,6,4);
INSERT INTO "reference" VALUES(7,'face','4',0,7,2);
INSERT INTO "reference" VALUES(8,'face','4',0,8,5);
CREATE TABLE result (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    run_id INTEGER NOT NULL REFERENCES run (id),
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    flags_json TEXT NOT NULL,
    values_json TEXT NOT NULL,
    detail_json TEXT NOT NULL,
    provider TEXT NOT NULL,
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT, WITHOUT ROWID;
INSERT INTO "result" VALUES(1,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 3617320.0}','{}','fake');
INSERT INTO "result" VALUES(2,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 3658440.0}','{}','fake');
INSERT INTO "result" VALUES(3,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 5755432.0}','{}','fake');
INSERT INTO "result" VALUES(4,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 7811785.0}','{}','fake');
INSERT INTO "result" VALUES(5,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 3658441.0}','{}','fake');
INSERT INTO "result" VALUES(6,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 7811784.0}','{}','fake');
INSERT INTO "result" VALUES(7,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 3617321.0}','{}','fake');
INSERT INTO "result" VALUES(8,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 5755433.0}','{}','fake');
INSERT INTO "result" VALUES(9,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 6826189.0}','{}','fake');
INSERT INTO "result" VALUES(10,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769840.0}','{}','fake');
INSERT INTO "result" VALUES(11,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769834.0}','{}','fake');
INSERT INTO "result" VALUES(12,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 2672846.0}','{}','fake');
INSERT INTO "result" VALUES(13,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 2631720.0}','{}','fake');
INSERT INTO "result" VALUES(14,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 15239414.0}','{}','fake');
INSERT INTO "result" VALUES(15,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 6826188.0}','{}','fake');
INSERT INTO "result" VALUES(16,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769841.0}','{}','fake');
INSERT INTO "result" VALUES(17,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769835.0}','{}','fake');
INSERT INTO "result" VALUES(18,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 15239415.0}','{}','fake');
INSERT INTO "result" VALUES(19,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 2631721.0}','{}','fake');
INSERT INTO "result" VALUES(20,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 6826197.0}','{}','fake');
INSERT INTO "result" VALUES(21,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 6826196.0}','{}','fake');
INSERT INTO "result" VALUES(22,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769842.0}','{}','fake');
INSERT INTO "result" VALUES(23,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 4769843.0}','{}','fake');
INSERT INTO "result" VALUES(24,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66',1,'ok','','','[]','{"content": 2672847.0}','{}','fake');
CREATE TABLE review_event (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES review_step (id),
    kind TEXT NOT NULL CHECK (kind IN ('pick', 'bookmark', 'note', 'face')),
    sample_id INTEGER REFERENCES sample (id),
    media_id INTEGER REFERENCES media (id),
    before TEXT,
    after TEXT,
    CHECK ((sample_id IS NULL) = (kind = 'face') AND (media_id IS NULL) = (kind <> 'face')),
    CHECK (before IS NOT after)
) STRICT;
INSERT INTO "review_event" VALUES(1,1,'pick',1,NULL,NULL,'pick');
INSERT INTO "review_event" VALUES(2,1,'pick',2,NULL,NULL,'reject');
INSERT INTO "review_event" VALUES(3,2,'bookmark',1,NULL,NULL,'bookmarked');
INSERT INTO "review_event" VALUES(4,3,'note',1,NULL,NULL,'look at the hair');
INSERT INTO "review_event" VALUES(5,4,'pick',1,NULL,'pick',NULL);
INSERT INTO "review_event" VALUES(6,5,'pick',1,NULL,NULL,'pick');
CREATE TABLE review_step (
    id INTEGER PRIMARY KEY,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    title TEXT NOT NULL,
    undoes INTEGER REFERENCES review_step (id) CHECK (undoes < id)
) STRICT;
INSERT INTO "review_step" VALUES(1,'2026-11-30T06:50:16.260+00:00','reviewer','Pick 2 pairs',NULL);
INSERT INTO "review_step" VALUES(2,'2026-11-30T06:50:16.261+00:00','reviewer','Bookmark',NULL);
INSERT INTO "review_step" VALUES(3,'2026-11-30T06:50:16.261+00:00','reviewer','Note',NULL);
INSERT INTO "review_step" VALUES(4,'2026-11-30T06:50:16.261+00:00','reviewer','Clear pick',NULL);
INSERT INTO "review_step" VALUES(5,'2026-11-30T06:50:16.261+00:00','reviewer','Clear pick',4);
INSERT INTO "review_step" VALUES(6,'2026-11-30T06:50:16.578+00:00','auditor','Verdict on example-lab-face-r1',NULL);
INSERT INTO "review_step" VALUES(7,'2026-11-30T06:50:16.578+00:00','auditor','Verdict on example-lab-face-r1',6);
INSERT INTO "review_step" VALUES(8,'2026-11-30T06:50:16.579+00:00','auditor','Verdict on example-lab-face-r1',NULL);
CREATE TABLE root (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL
) STRICT;
INSERT INTO "root" VALUES(1,'references','/data/references');
INSERT INTO "root" VALUES(2,'entry','/data/entry');
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    executor TEXT NOT NULL,
    device TEXT NOT NULL,
    provider TEXT NOT NULL,
    notice TEXT NOT NULL,
    versions_json TEXT NOT NULL,
    started_at_utc TEXT NOT NULL,
    finished_at_utc TEXT,
    ending TEXT CHECK (ending IN ('finished', 'cancelled', 'failed'))
) STRICT;
INSERT INTO "run" VALUES(1,'b716d8e18068f73616217235036751f00ca3b5ab514918085ac3bd5418aa8e66','inline','auto','fake','','{"genmu-studio": "0.1.0", "numpy": "2.4.6"}','2026-11-30T06:50:16.083+00:00','2026-11-30T06:50:16.094+00:00','finished');
CREATE TABLE sample (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    side TEXT NOT NULL CHECK (side IN ('original', 'unlearned', 'reproduced', 'quantized')),
    group_name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('forget', 'retain', 'adjacent')),
    identity TEXT NOT NULL,
    concept TEXT NOT NULL,
    prompt_type TEXT CHECK (prompt_type IN ('direct', 'indirect', 'adversarial')),
    condition_digest TEXT NOT NULL REFERENCES condition (digest),
    seed INTEGER NOT NULL,
    requested_json TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
INSERT INTO "sample" VALUES(1,'example-lab-face-r1','original','One','forget','1','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',9,13);
INSERT INTO "sample" VALUES(2,'example-lab-face-r1','original','One','forget','1','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',10,19);
INSERT INTO "sample" VALUES(3,'example-lab-face-r1','original','One','retain','2','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',11,11);
INSERT INTO "sample" VALUES(4,'example-lab-face-r1','original','One','retain','2','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',12,17);
INSERT INTO "sample" VALUES(5,'example-lab-face-r1','original','One','retain','3','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',13,15);
INSERT INTO "sample" VALUES(6,'example-lab-face-r1','original','One','retain','3','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',14,9);
INSERT INTO "sample" VALUES(7,'example-lab-face-r1','original','One','retain','4','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',15,12);
INSERT INTO "sample" VALUES(8,'example-lab-face-r1','original','One','retain','4','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',16,24);
INSERT INTO "sample" VALUES(9,'example-lab-face-r1','unlearned','One','forget','1','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',17,10);
INSERT INTO "sample" VALUES(10,'example-lab-face-r1','unlearned','One','forget','1','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',18,16);
INSERT INTO "sample" VALUES(11,'example-lab-face-r1','unlearned','One','retain','2','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',19,22);
INSERT INTO "sample" VALUES(12,'example-lab-face-r1','unlearned','One','retain','2','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',20,23);
INSERT INTO "sample" VALUES(13,'example-lab-face-r1','unlearned','One','retain','3','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',21,21);
INSERT INTO "sample" VALUES(14,'example-lab-face-r1','unlearned','One','retain','3','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',22,20);
INSERT INTO "sample" VALUES(15,'example-lab-face-r1','unlearned','One','retain','4','',NULL,'f5be412cdc1cb25c5e217979130267deea3adc44ce70bef67cad2bc143cde033',0,'{}',23,14);
INSERT INTO "sample" VALUES(16,'example-lab-face-r1','unlearned','One','retain','4','',NULL,'e3230faa503bcd3af223fc6230ac897af6a645529b4abd0f0d5a920ebf1d55af',0,'{}',24,18);
CREATE TABLE saved_filter (
    name TEXT PRIMARY KEY,
    content_json TEXT NOT NULL,
    saved_at_utc TEXT NOT NULL
) STRICT;
CREATE TABLE subject (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    media_id INTEGER NOT NULL REFERENCES media (id),
    partner_media_id INTEGER REFERENCES media (id),
    context_json TEXT NOT NULL
) STRICT;
INSERT INTO "subject" VALUES(1,'5e14cb3fe8b4043d29f3654399a7262b920dddb0f9b42bd66972bae8e34774a4',1,NULL,'{}');
INSERT INTO "subject" VALUES(2,'7fd19a725cfbf8a9d2d96a1d46fd8887ed96745acbd8eb28014fd8b288924080',7,NULL,'{}');
INSERT INTO "subject" VALUES(3,'a16fca9bbd26efb246c93a15e092092167b674b64a5d3f831507a3ad9ff8abea',3,NULL,'{}');
INSERT INTO "subject" VALUES(4,'7971e8142cf1e950cd9c153259a1607b9ab222cc90e6716d9869e8e86d082c63',6,NULL,'{}');
INSERT INTO "subject" VALUES(5,'1f646bf96aabb79cb7f31dc3bc982a7a2fc8bdb367f69296f9a02147db737dc1',8,NULL,'{}');
INSERT INTO "subject" VALUES(6,'cef7d69e323fc0f6f6547f717aa3a5113c3e415b60857f4b345ceb925c3e1c67',5,NULL,'{}');
INSERT INTO "subject" VALUES(7,'732c36470c4200b133073eb3c4369081633cd6ce7ef0dc510f3b233c7f7443d6',2,NULL,'{}');
INSERT INTO "subject" VALUES(8,'17093482507663c8a8c461e266b5206dd13aec9564887ec8370eba17ce13c9b9',4,NULL,'{}');
INSERT INTO "subject" VALUES(9,'f90423e57bce34cfbb6939f33376f9a8a90b0bbb8bda71b1baf9c1e50fa1c57f',14,NULL,'{}');
INSERT INTO "subject" VALUES(10,'4bc348ffe1ad27b0f384f4e149e1a0b5448a8f68f4612358baadf780022eccb6',17,NULL,'{}');
INSERT INTO "subject" VALUES(11,'df398e1ecab2a9cea02df3ccba0e2b70e157a0bb98afdd792a35e7b058e0a45a',11,NULL,'{}');
INSERT INTO "subject" VALUES(12,'6e0ea86ab4e52b25a65928d8bcf4edee26ad1c04c215d7bce0d7c788b63d6454',15,NULL,'{}');
INSERT INTO "subject" VALUES(13,'582ed54e4ba18c744b686729789d6c0f3aa929418b10218f56138242f9c6b6c2',9,NULL,'{}');
INSERT INTO "subject" VALUES(14,'3d09361b818da4209b9b84dc3807ca7ad07a7fbbe367d8474c095bebaf5d63c1',23,NULL,'{}');
INSERT INTO "subject" VALUES(15,'076fa7ca136722523f18ddebfe183573ef29e86288108917eba016f7d812cdc5',13,NULL,'{}');
INSERT INTO "subject" VALUES(16,'c135949a3195cee13afb034887f3646a6c46698c528d4a4cf517b327fde449a6',18,NULL,'{}');
INSERT INTO "subject" VALUES(17,'cea8cafed67d68cd6cdc7fa44395ac080b2ca410ecfd0c26d6ca265f7bb55111',12,NULL,'{}');
INSERT INTO "subject" VALUES(18,'8b9d77bd3c5f385a8a989d350497376b5f907e566fb267957bed892d546d9159',24,NULL,'{}');
INSERT INTO "subject" VALUES(19,'764377c6e4a276ad85b175d866cc921b24b86fbd818ab57e8a675c8e726092ab',10,NULL,'{}');
INSERT INTO "subject" VALUES(20,'380c2bb0b7cd0cb8a2eb9aaedbb778d18c85fa34f09c5289bf3d54bf6bc07662',22,NULL,'{}');
INSERT INTO "subject" VALUES(21,'b874431d94798eda2ae966a2f1084768ffc9d765e34f6196fcaa35ad70490fd1',21,NULL,'{}');
INSERT INTO "subject" VALUES(22,'1f1e56efa139e81572142fdd6a17c290ca0fc0d4f5669144a22be1399e3b5819',19,NULL,'{}');
INSERT INTO "subject" VALUES(23,'0305f6f1f9783a41820528894d96f0e9f96e45019667fca9cf526ec4ff40e217',20,NULL,'{}');
INSERT INTO "subject" VALUES(24,'6252e79faecb697eb97c478db57fa61f14832189f534c36a119dbc02f9066e20',16,NULL,'{}');
CREATE TABLE submission (
    id TEXT PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    team_claimed TEXT NOT NULL,
    team TEXT NOT NULL,
    revision INTEGER NOT NULL,
    claim TEXT NOT NULL,
    method TEXT NOT NULL,
    submitted_at_utc TEXT,
    received_at_utc TEXT,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    root_id INTEGER NOT NULL REFERENCES root (id),
    content_digest TEXT NOT NULL,
    source TEXT NOT NULL,
    scan_json TEXT NOT NULL,
    imported_at_utc TEXT NOT NULL
) STRICT;
INSERT INTO "submission" VALUES('example-lab-face-r1','face','Example Lab','Example Lab',1,'unlearning','',NULL,'2026-07-01T00:00:00+00:00',1,2,'d199df56b4f8774bb77b88a2eedce4e883b3ff5912c0f8830a536c3c31b36f09','/data/entry','{"source": "entry", "archive_sha256": null, "refused": false, "team": "Example Lab", "track": "face", "revision": 1, "table": "samples.csv", "samples": 16, "pairs": {"matched": 8, "mismatched": 0}, "unmatched": {"count": 0, "first": []}, "ignored": {}, "problems": [], "inferred": {}, "contract": [{"item": "team", "ok": true, "note": "Example Lab"}, {"item": "contact", "ok": false, "note": ""}, {"item": "affiliation", "ok": false, "note": ""}, {"item": "members", "ok": false, "note": ""}, {"item": "model", "ok": false, "note": ""}, {"item": "upstream checkpoint", "ok": false, "note": ""}, {"item": "method", "ok": false, "note": ""}, {"item": "summary", "ok": false, "note": ""}, {"item": "weights", "ok": true, "note": "https://example.org/weights"}, {"item": "loader", "ok": false, "note": ""}, {"item": "repository", "ok": true, "note": "https://example.org/code at 0123abc"}, {"item": "environment", "ok": false, "note": ""}, {"item": "preprocessing command", "ok": false, "note": ""}, {"item": "unlearning command", "ok": false, "note": ""}, {"item": "inference command", "ok": false, "note": ""}, {"item": "evaluation command", "ok": false, "note": ""}, {"item": "hardware and runtime", "ok": false, "note": ""}, {"item": "output format", "ok": false, "note": ""}, {"item": "validation results", "ok": false, "note": ""}, {"item": "logs", "ok": false, "note": ""}, {"item": "licence", "ok": false, "note": ""}, {"item": "links live until", "ok": false, "note": ""}, {"item": "evaluation allowed", "ok": false, "note": ""}, {"item": "seeds", "ok": true, "note": "1 different seeds in 16 samples"}, {"item": "conditioning", "ok": false, "note": ""}, {"item": "instructions", "ok": true, "note": "https://example.org/how"}], "complete": true}','2026-11-30T06:50:16.019+00:00');
CREATE TABLE verdict_draft_event (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES review_step (id),
    submission_id TEXT NOT NULL REFERENCES submission (id),
    before_json TEXT,
    after_json TEXT,
    CHECK (before_json IS NOT after_json)
) STRICT;
INSERT INTO "verdict_draft_event" VALUES(1,6,'example-lab-face-r1',NULL,'{"decision": "accept", "reason": "", "linked": []}');
INSERT INTO "verdict_draft_event" VALUES(2,7,'example-lab-face-r1','{"decision": "accept", "reason": "", "linked": []}',NULL);
INSERT INTO "verdict_draft_event" VALUES(3,8,'example-lab-face-r1',NULL,'{"decision": "reject", "reason": "weights equal", "linked": []}');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX media_file_by_media ON media_file (media_id);
CREATE INDEX sample_by_submission ON sample (submission_id, group_name, side);
CREATE INDEX sample_by_subject ON sample (subject_id);
CREATE INDEX pair_by_submission ON pair (submission_id);
CREATE INDEX result_by_evaluator ON result (evaluator_digest, status);
CREATE INDEX review_event_by_step ON review_event (step_id);
CREATE INDEX review_event_by_sample ON review_event (sample_id, kind) WHERE sample_id IS NOT NULL;
CREATE INDEX review_event_by_media ON review_event (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX subject_by_media ON subject (media_id);
CREATE INDEX result_noted ON result (evaluator_digest, subject_id) WHERE flags_json <> '[]' OR code <> '';
CREATE TRIGGER review_step_no_update BEFORE UPDATE ON review_step BEGIN SELECT RAISE(ABORT, 'review_step is only ever added to'); END;
CREATE TRIGGER review_step_no_delete BEFORE DELETE ON review_step BEGIN SELECT RAISE(ABORT, 'review_step is only ever added to'); END;
CREATE TRIGGER review_step_no_replace BEFORE INSERT ON review_step WHEN EXISTS (SELECT 1 FROM review_step WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'review_step is only ever added to'); END;
CREATE TRIGGER review_event_no_update BEFORE UPDATE ON review_event BEGIN SELECT RAISE(ABORT, 'review_event is only ever added to'); END;
CREATE TRIGGER review_event_no_delete BEFORE DELETE ON review_event BEGIN SELECT RAISE(ABORT, 'review_event is only ever added to'); END;
CREATE TRIGGER review_event_no_replace BEFORE INSERT ON review_event WHEN EXISTS (SELECT 1 FROM review_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'review_event is only ever added to'); END;
CREATE INDEX assignment_by_sample ON assignment (sample_id);
CREATE INDEX label_event_by_assignment ON label_event (assignment_id);
CREATE TRIGGER label_event_no_update BEFORE UPDATE ON label_event BEGIN SELECT RAISE(ABORT, 'label_event is only ever added to'); END;
CREATE TRIGGER label_event_no_delete BEFORE DELETE ON label_event BEGIN SELECT RAISE(ABORT, 'label_event is only ever added to'); END;
CREATE TRIGGER label_event_no_replace BEFORE INSERT ON label_event WHEN EXISTS (SELECT 1 FROM label_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'label_event is only ever added to'); END;
CREATE TRIGGER label_event_no_second BEFORE INSERT ON label_event WHEN EXISTS (SELECT 1 FROM label_event WHERE uid = NEW.uid) BEGIN SELECT RAISE(ABORT, 'label_event is only ever added to'); END;
CREATE INDEX exclusion_event_by_campaign ON exclusion_event (campaign_id, annotator_id);
CREATE TRIGGER exclusion_event_no_update BEFORE UPDATE ON exclusion_event BEGIN SELECT RAISE(ABORT, 'exclusion_event is only ever added to'); END;
CREATE TRIGGER exclusion_event_no_delete BEFORE DELETE ON exclusion_event BEGIN SELECT RAISE(ABORT, 'exclusion_event is only ever added to'); END;
CREATE TRIGGER exclusion_event_no_replace BEFORE INSERT ON exclusion_event WHEN EXISTS (SELECT 1 FROM exclusion_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'exclusion_event is only ever added to'); END;
CREATE INDEX verdict_draft_by_submission ON verdict_draft_event (submission_id);
CREATE INDEX verdict_draft_by_step ON verdict_draft_event (step_id);
CREATE INDEX audit_event_by_submission ON audit_event (submission_id);
CREATE TRIGGER verdict_draft_event_no_update BEFORE UPDATE ON verdict_draft_event BEGIN SELECT RAISE(ABORT, 'verdict_draft_event is only ever added to'); END;
CREATE TRIGGER verdict_draft_event_no_delete BEFORE DELETE ON verdict_draft_event BEGIN SELECT RAISE(ABORT, 'verdict_draft_event is only ever added to'); END;
CREATE TRIGGER verdict_draft_event_no_replace BEFORE INSERT ON verdict_draft_event WHEN EXISTS (SELECT 1 FROM verdict_draft_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'verdict_draft_event is only ever added to'); END;
CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event BEGIN SELECT RAISE(ABORT, 'audit_event is only ever added to'); END;
CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event BEGIN SELECT RAISE(ABORT, 'audit_event is only ever added to'); END;
CREATE TRIGGER audit_event_no_replace BEFORE INSERT ON audit_event WHEN EXISTS (SELECT 1 FROM audit_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'audit_event is only ever added to'); END;
COMMIT;
