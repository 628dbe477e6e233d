/**
 * Legal forms and the ways people write them, per country. The class names are ours; spellings
 * follow company law and the everyday usage of each country. A spelling is written in folded upper
 * case, spaces and dots are irrelevant when it is looked up.
 */
export interface LegalForm {
  /** One class per legal form: two spellings of one form share it. */
  form: string;
  spellings: readonly string[];
}

/** Understood in every country: a foreign company keeps its own form when it registers abroad. */
export const EVERYWHERE: readonly LegalForm[] = [
  { form: 'LTD', spellings: ['LTD', 'LIMITED', 'LTDA', 'LIMITADA', 'LTEE', 'LIMITEE', 'LMTD', 'LIMTED', 'LIMITD'] },
  { form: 'PTELTD', spellings: ['PTE LTD', 'PTE LIMITED', 'PRIVATE LIMITED', 'PRIVATE LTD', 'PVT LTD', 'PVT LIMITED'] },
  { form: 'PTYLTD', spellings: ['PTY LTD', 'PTY LIMITED', 'PROPRIETARY LIMITED'] },
  { form: 'PLC', spellings: ['PLC', 'PUBLIC LIMITED COMPANY', 'PUBLIC LTD CO', 'PUBLIC LTD COMPANY'] },
  {
    form: 'LLC',
    spellings: [
      'LLC',
      'LIMITED LIABILITY COMPANY',
      'LIMITED LIABILITY CO',
      'LTD LIABILITY CO',
      'LTD LIABILITY COMPANY',
    ],
  },
  { form: 'INC', spellings: ['INC', 'INCORPORATED', 'INCORP', 'INCORPORATION', 'INCORPOREE'] },
  { form: 'CORP', spellings: ['CORP', 'CORPORATION'] },
  { form: 'COMPANY', spellings: ['CO', 'COMPANY'] },
  { form: 'LP', spellings: ['LP', 'LIMITED PARTNERSHIP', 'LTD PARTNERSHIP'] },
  { form: 'LLP', spellings: ['LLP', 'LIMITED LIABILITY PARTNERSHIP'] },
  { form: 'LLLP', spellings: ['LLLP', 'LIMITED LIABILITY LIMITED PARTNERSHIP'] },
  { form: 'GMBH', spellings: ['GMBH', 'GESELLSCHAFT MIT BESCHRANKTER HAFTUNG', 'G M B H'] },
  { form: 'GMBH&COKG', spellings: ['GMBH CO KG', 'GMBH UND CO KG'] },
  { form: 'AG', spellings: ['AG', 'AKTIENGESELLSCHAFT'] },
  { form: 'SA', spellings: ['SA', 'SOCIETE ANONYME', 'SOCIEDAD ANONIMA', 'SOCIEDADE ANONIMA'] },
  { form: 'SARL', spellings: ['SARL', 'SOCIETE A RESPONSABILITE LIMITEE', 'STE A RESPONSABILITE LIMITEE'] },
  { form: 'SRL', spellings: ['SRL', 'SOCIETA A RESPONSABILITA LIMITATA', 'SOCIETATEA CU RASPUNDERE LIMITATA'] },
  { form: 'SPA', spellings: ['SOCIETA PER AZIONI'] },
  { form: 'BV', spellings: ['BV', 'BESLOTEN VENNOOTSCHAP'] },
  { form: 'NV', spellings: ['NV', 'NAAMLOZE VENNOOTSCHAP'] },
  { form: 'BVBA', spellings: ['BVBA'] },
  { form: 'OY', spellings: ['OY', 'OSAKEYHTIO'] },
  { form: 'APS', spellings: ['APS', 'ANPARTSSELSKAB'] },
  { form: 'KFT', spellings: ['KFT'] },
  { form: 'SPZOO', spellings: ['SP Z O O', 'SPOLKA Z OGRANICZONA ODPOWIEDZIALNOSCIA'] },
  { form: 'SRO', spellings: ['SRO', 'SPOL S R O', 'SPOLECNOST S RUCENIM OMEZENYM'] },
  { form: 'KK', spellings: ['KABUSHIKI KAISHA'] },
  { form: 'OOO', spellings: ['OOO', 'OBSHCHESTVO S OGRANICHENNOY OTVETSTVENNOSTYU'] },
  { form: 'OJSC', spellings: ['OAO', 'OJSC', 'OPEN JOINT STOCK COMPANY'] },
  { form: 'JSC', spellings: ['JSC', 'JOINT STOCK COMPANY', 'PJSC', 'PAO'] },
  { form: 'SE', spellings: ['SOCIETAS EUROPAEA'] },
];

const US: readonly LegalForm[] = [
  { form: 'LLC', spellings: ['LC', 'LTD CO', 'LIMITED CO'] },
  { form: 'DPC', spellings: ['DPC', 'DESIGN PROFESSIONAL CORPORATION'] },
  { form: 'PC', spellings: ['PC', 'PROFESSIONAL CORPORATION', 'PROFESSIONAL CORP', 'PROF CORP'] },
  { form: 'PA', spellings: ['PA', 'PROFESSIONAL ASSOCIATION'] },
  { form: 'PLLC', spellings: ['PLLC', 'PROFESSIONAL LIMITED LIABILITY COMPANY', 'PROFESSIONAL LLC'] },
  { form: 'PSC', spellings: ['PSC', 'PROFESSIONAL SERVICE CORPORATION'] },
  { form: 'PLC', spellings: ['PROFESSIONAL LIMITED COMPANY'] },
  { form: 'NA', spellings: ['NATIONAL ASSOCIATION', 'NATIONAL ASSOC', 'NATIONAL ASSO', 'NATL ASSN'] },
  { form: 'PBC', spellings: ['PBC', 'PUBLIC BENEFIT CORPORATION', 'PUBLIC BENEFIT CORP'] },
  { form: 'NONPROFIT', spellings: ['NFP', 'NOT FOR PROFIT', 'NONPROFIT CORPORATION', 'NON PROFIT CORPORATION'] },
  { form: 'COOP', spellings: ['LCA', 'LIMITED COOPERATIVE ASSOCIATION'] },
];

const CANADA: readonly LegalForm[] = [
  { form: 'ULC', spellings: ['ULC', 'UNLIMITED LIABILITY COMPANY'] },
  { form: 'BENEFIT', spellings: ['BENEFIT COMPANY'] },
  { form: 'CCC', spellings: ['CCC', 'COMMUNITY CONTRIBUTION COMPANY'] },
];

const UNITED_KINGDOM: readonly LegalForm[] = [
  { form: 'LTD', spellings: ['CYF', 'CYFYNGEDIG'] },
  { form: 'PLC', spellings: ['CCC', 'CWMNI CYFYNGEDIG CYHOEDDUS'] },
  { form: 'LLP', spellings: ['PAC', 'PARTNERIAETH ATEBOLRWYDD CYFYNGEDIG'] },
  { form: 'LP', spellings: ['PC', 'PARTNERIAETH CYFYNGEDIG'] },
  { form: 'CIC', spellings: ['CIC', 'COMMUNITY INTEREST COMPANY', 'CBC', 'CWMNI BUDDIANT CYMUNEDOL'] },
  { form: 'CIO', spellings: ['CIO', 'CHARITABLE INCORPORATED ORGANISATION', 'SCIO'] },
  { form: 'UNLIMITED', spellings: ['UNLIMITED', 'ULTD', 'ANGHYFYNGEDIG', 'UNLIMITED COMPANY', 'UNLIMITED CO'] },
  { form: 'PCC', spellings: ['PCC LIMITED', 'PCC LTD', 'PROTECTED CELL COMPANY LIMITED', 'PROTECTED CELL COMPANY'] },
  {
    form: 'LPINC',
    spellings: ['LIMITED PARTNERSHIP INCORPORATED', 'LIMITED PARTNERSHIP INC', 'LP INCORPORATED', 'LP INC'],
  },
];

const FRANCE: readonly LegalForm[] = [
  { form: 'EURL', spellings: ['EURL', 'ENTREPRISE UNIPERSONNELLE A RESPONSABILITE LIMITEE'] },
  { form: 'SAS', spellings: ['SAS', 'SOCIETE PAR ACTIONS SIMPLIFIEE'] },
  { form: 'SASU', spellings: ['SASU', 'SOCIETE PAR ACTIONS SIMPLIFIEE UNIPERSONNELLE'] },
  { form: 'SNC', spellings: ['SNC', 'SOCIETE EN NOM COLLECTIF'] },
  { form: 'SCI', spellings: ['SCI', 'SOCIETE CIVILE IMMOBILIERE'] },
  { form: 'SC', spellings: ['SC', 'SOCIETE CIVILE'] },
  { form: 'SCA', spellings: ['SCA', 'SOCIETE EN COMMANDITE PAR ACTIONS'] },
  { form: 'SCOP', spellings: ['SCOP'] },
  { form: 'SELARL', spellings: ['SELARL'] },
  { form: 'SELAS', spellings: ['SELAS'] },
  { form: 'GIE', spellings: ['GIE', 'GROUPEMENT D INTERET ECONOMIQUE', 'GROUPEMENT DINTERET ECONOMIQUE'] },
  { form: 'SCM', spellings: ['SCM', 'SOCIETE CIVILE DE MOYENS'] },
];

const NORWAY: readonly LegalForm[] = [
  { form: 'AS', spellings: ['AS', 'AKSJESELSKAP', 'AKSJESELSKAPET'] },
  { form: 'ASA', spellings: ['ASA', 'ALLMENNAKSJESELSKAP'] },
  { form: 'ANS', spellings: ['ANS', 'ANSVARLIG SELSKAP'] },
  { form: 'DA', spellings: ['DA', 'DELT ANSVAR'] },
  { form: 'SA', spellings: ['SAMVIRKEFORETAK'] },
  { form: 'KS', spellings: ['KS', 'KOMMANDITTSELSKAP'] },
  { form: 'ENK', spellings: ['ENK', 'ENKELTPERSONFORETAK'] },
  { form: 'NUF', spellings: ['NUF'] },
  { form: 'BA', spellings: ['BA'] },
];

const CZECHIA: readonly LegalForm[] = [
  { form: 'AS', spellings: ['AS', 'AKCIOVA SPOLECNOST', 'AKC SPOL'] },
  { form: 'VOS', spellings: ['VOS', 'VEREJNA OBCHODNI SPOLECNOST'] },
  { form: 'KS', spellings: ['KS', 'KOMANDITNI SPOLECNOST'] },
  { form: 'ZS', spellings: ['ZS', 'ZAPSANY SPOLEK'] },
  { form: 'OPS', spellings: ['OPS', 'OBECNE PROSPESNA SPOLECNOST'] },
  { form: 'ZU', spellings: ['ZU', 'ZAPSANY USTAV'] },
  { form: 'DRUZSTVO', spellings: ['DRUZSTVO'] },
];

/** One Swiss form has a name in each national language, and in English. */
const SWITZERLAND: readonly LegalForm[] = [
  { form: 'AG', spellings: ['SA', 'SOCIETE ANONYME', 'SOCIETA ANONIMA', 'LTD', 'LIMITED'] },
  {
    form: 'GMBH',
    spellings: ['SARL', 'SAGL', 'LLC', 'SOCIETA A GARANZIA LIMITATA', 'SOCIETE A RESPONSABILITE LIMITEE'],
  },
  { form: 'KG', spellings: ['KG', 'KOMMANDITGESELLSCHAFT', 'SOCIETE EN COMMANDITE'] },
  { form: 'KLG', spellings: ['KLG', 'KOLLEKTIVGESELLSCHAFT', 'SNC', 'SOCIETE EN NOM COLLECTIF'] },
  { form: 'COOP', spellings: ['GENOSSENSCHAFT', 'SOCIETE COOPERATIVE', 'SOCIETA COOPERATIVA'] },
  { form: 'STIFTUNG', spellings: ['STIFTUNG'] },
  { form: 'VEREIN', spellings: ['VEREIN'] },
];

const FINLAND: readonly LegalForm[] = [
  { form: 'OY', spellings: ['AB', 'OY AB', 'AB OY', 'AKTIEBOLAG'] },
  { form: 'OYJ', spellings: ['OYJ', 'ABP', 'JULKINEN OSAKEYHTIO', 'OYJ ABP'] },
  { form: 'KY', spellings: ['KY', 'KB', 'KOMMANDIITTIYHTIO'] },
  { form: 'AY', spellings: ['AY', 'AVOIN YHTIO'] },
  { form: 'TMI', spellings: ['TMI', 'TOIMINIMI'] },
  { form: 'RY', spellings: ['RY', 'RF', 'REKISTEROITY YHDISTYS'] },
  { form: 'OSK', spellings: ['OSK', 'OSUUSKUNTA', 'ANDELSLAG'] },
];

export const BY_COUNTRY: Readonly<Record<string, readonly LegalForm[]>> = {
  us: US,
  ca: CANADA,
  gb: UNITED_KINGDOM,
  fr: FRANCE,
  no: NORWAY,
  cz: CZECHIA,
  ch: SWITZERLAND,
  fi: FINLAND,
};
