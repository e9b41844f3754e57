/** What a status is called, in English and French (RFC 9457, `title`). */
import { STATUS_CODES } from 'node:http';
import type { Language } from '../messages.js';

/** Where Node still says what the standard said before. */
const ENGLISH: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

const FRENCH: Readonly<Record<number, string>> = {
  400: 'Requête incorrecte',
  401: 'Non authentifié',
  403: 'Interdit',
  404: 'Introuvable',
  405: 'Méthode non autorisée',
  406: 'Non acceptable',
  408: 'Délai dépassé',
  409: 'Conflit',
  410: 'Disparu',
  411: 'Longueur requise',
  412: 'Condition non remplie',
  413: 'Contenu trop volumineux',
  414: 'Adresse trop longue',
  415: 'Type de contenu non pris en charge',
  416: 'Intervalle hors du contenu',
  417: 'Attente déçue',
  422: 'Contenu invalide',
  429: 'Trop de requêtes',
  431: 'En-têtes trop volumineux',
  500: 'Erreur du serveur',
  503: 'Service indisponible',
  507: 'Espace insuffisant',
};

/** The title of a status in a language. */
export const titleOf = (status: number, language: Language): string =>
  (language === 'fr' ? FRENCH[status] : ENGLISH[status]) ?? STATUS_CODES[status] ?? 'Error';
