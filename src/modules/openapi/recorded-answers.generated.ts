// Made by test/reference/answers.spec.ts with RECORD_ANSWERS=1: answers that the service gave there. Not to be edited.

import type { RecordedAnswers } from './recorded-answers.js';

export const RECORDED: RecordedAnswers = {
  "requestAccess": {
    "200": {
      "message": "A six-digit code is on its way. Send it to POST /v1/auth/verify-access.",
      "email": "you@example.com",
      "expires_in_seconds": 900
    }
  },
  "verifyAccess": {
    "200": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84mkp4sferscg4v8fhhv7zz",
      "label": "key-1795452164"
    }
  },
  "checkLive": {
    "200": {
      "status": "ok"
    }
  },
  "checkReady": {
    "200": {
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 23,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "getConfig": {
    "200": {
      "service": "Standing",
      "version": "0.1.0",
      "registry_mode": "sandbox",
      "credits": {
        "quick": 1,
        "deep": 15,
        "deep_force_refresh": 25,
        "search_per_jurisdiction": 2,
        "history": 5
      },
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "limits": {
        "requests_per_minute": 100000,
        "free_credits": 50,
        "job_attempts": 3,
        "idempotency_key_length": 128,
        "one_time_code_seconds": 900,
        "wait_seconds": 25,
        "search_jurisdictions": 10
      },
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "listJurisdictions": {
    "200": {
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "verifyBusiness": {
    "200": {
      "status": "completed",
      "job_id": "job_01m84mkq1hew0rjakv2xqk5x34",
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "data": {
        "entity_name": "Imaginary Lanterns LLC",
        "status": "active",
        "status_detail": "Good Standing",
        "good_standing": true,
        "entity_type": "Domestic Limited Liability Company",
        "jurisdiction": "us-co",
        "formation_date": "2001-02-02",
        "confidence": 100,
        "jurisdiction_id": "20019000001",
        "registered_agent": {
          "name": "Nowhere Registered Agents LLC",
          "address": {
            "line1": "400 Nowhere Plaza",
            "line2": null,
            "city": "Imaginary Springs",
            "region": "CO",
            "postal_code": "80000",
            "country": "US"
          }
        },
        "officers": null,
        "principal_address": {
          "line1": "1 Imaginary Street",
          "line2": null,
          "city": "Nowhere Falls",
          "region": "CO",
          "postal_code": "80001",
          "country": "US"
        },
        "filing_history_summary": {
          "total_filings": 4,
          "last_filing_date": "2025-03-15",
          "recent_filings": [
            {
              "date": "2025-03-15",
              "type": "Periodic Report"
            },
            {
              "date": "2024-03-15",
              "type": "Periodic Report"
            }
          ]
        },
        "tier": "deep",
        "match": {
          "method": "exact",
          "matched_name": "Imaginary Lanterns LLC"
        },
        "source": {
          "name": "Colorado Secretary of State, Business Entities in Colorado",
          "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
          "licence": "Public domain",
          "retrieved_at": "2026-11-23T16:42:45.204Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt"
    }
  },
  "listJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84mm591ept8avpd2ea8xynv",
          "status": "completed",
          "entity_name": "Wyvern Makebelieve Supply",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "entity_id": "ent_01m84mm5cxe2dbdsnj421zcafj",
          "created_at": "2026-11-23T16:42:59.746Z",
          "completed_at": "2026-11-23T16:42:59.886Z"
        }
      ],
      "next_cursor": "job_01m84mm591ept8avpd2ea8xynv"
    }
  },
  "recordMeant": {
    "200": {
      "job_id": "job_01m84mm591ept8avpd2ea8xynv",
      "jurisdiction_id": "20149000014",
      "note": "The address on their invoice is that of this one.",
      "recorded_at": "2026-11-23T16:43:00.053Z"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "entity_name": "Imaginary Lanterns LLC",
      "status": "active",
      "status_detail": "Good Standing",
      "good_standing": true,
      "entity_type": "Domestic Limited Liability Company",
      "jurisdiction": "us-co",
      "formation_date": "2001-02-02",
      "confidence": 100,
      "jurisdiction_id": "20019000001",
      "registered_agent": {
        "name": "Nowhere Registered Agents LLC",
        "address": {
          "line1": "400 Nowhere Plaza",
          "line2": null,
          "city": "Imaginary Springs",
          "region": "CO",
          "postal_code": "80000",
          "country": "US"
        }
      },
      "officers": null,
      "principal_address": {
        "line1": "1 Imaginary Street",
        "line2": null,
        "city": "Nowhere Falls",
        "region": "CO",
        "postal_code": "80001",
        "country": "US"
      },
      "filing_history_summary": {
        "total_filings": 4,
        "last_filing_date": "2025-03-15",
        "recent_filings": [
          {
            "date": "2025-03-15",
            "type": "Periodic Report"
          },
          {
            "date": "2024-03-15",
            "type": "Periodic Report"
          }
        ]
      },
      "tier": "deep",
      "match": {
        "method": "exact",
        "matched_name": "Imaginary Lanterns LLC"
      },
      "source": {
        "name": "Colorado Secretary of State, Business Entities in Colorado",
        "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
        "licence": "Public domain",
        "retrieved_at": "2026-11-23T16:42:45.204Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T16:42:45.204Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "snapshots": [
        {
          "snapshot_id": "snp_01m84mkq2mepcreapbg901z26e",
          "verified_at": "2026-11-23T16:42:45.204Z",
          "tier": "quick",
          "changes": [],
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "tier": "quick",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T16:42:45.204Z",
              "coverage": "all",
              "sandbox": true
            }
          }
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "searchEntities": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m84mm6d6fb1r1chds7rycqg7",
      "results": [
        {
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T16:43:00.742Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84mm6k5eesr01msnj7jdvpb",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T16:43:00.742Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84mm6d6erwrgbsnea2af6g5",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84mm6d6ehn9p1scc5y7972x",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84mm6d6erwrgbsnea2af6g5",
        "job_01m84mm6d6ehn9p1scc5y7972x"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    },
    "202": {
      "status": "pending",
      "search_id": "srch_01m84mm67tery89vfc9s7xmrvv",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m84mm67sfye8nk85ym9f6nvx",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m84mm67sfq1sya7c28e59rk9",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m84mm67sfye8nk85ym9f6nvx",
        "job_01m84mm67sfq1sya7c28e59rk9"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 0
      }
    }
  },
  "getSearch": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m84mm67tery89vfc9s7xmrvv",
      "results": [
        {
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T16:43:00.742Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84mm6k5eesr01msnj7jdvpb",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T16:43:00.742Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84mm67sfye8nk85ym9f6nvx",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84mm67sfq1sya7c28e59rk9",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84mm67sfye8nk85ym9f6nvx",
        "job_01m84mm67sfq1sya7c28e59rk9"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    }
  },
  "listDeliveries": {
    "200": {
      "deliveries": [
        {
          "delivery_id": "dlv_01m84mkyk3fw8b72n52q2egp8f",
          "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T16:42:52.914Z",
              "response_status": 200,
              "duration_ms": 26
            }
          ],
          "created_at": "2026-11-23T16:42:52.900Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "getDelivery": {
    "200": {
      "delivery_id": "dlv_01m84mkyk3fw8b72n52q2egp8f",
      "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T16:42:52.914Z",
          "response_status": 200,
          "duration_ms": 26,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m84mkyk3ee2s23a0vnsgv330",
            "Content-Type": "application/json",
            "webhook-signature": "v1,KsQNDpBJTrAOsflUJKIkfJ/c3p+vtke0UgdW8Nfsx+U=",
            "webhook-timestamp": "1795452172",
            "X-Service-Signature": "sha256=285c3655c1d295ea8e920b069f0a3bf183b427f29dd58a5e228f0be105957a45"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T16:42:52.900Z",
      "request_body": "{\"event\":\"verification.failed\",\"event_id\":\"evt_01m84mkyk3ee2s23a0vnsgv330\",\"job_id\":\"job_01m84mkpj2fsk8cb8ybq25nbjt\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T16:42:52.899Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m84mmc51f7pbd2ycjv2frvn9"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
          "created_at": "2026-11-23T16:42:52.903Z",
          "payload": {
            "event": "verification.failed",
            "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
            "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T16:42:52.899Z"
          }
        }
      ],
      "next_cursor": "evt_01m84mkyk3ee2s23a0vnsgv330",
      "has_more": false
    }
  },
  "createWatch": {
    "201": {
      "watch_id": "wch_01m84mmcmtezn9tqk103j46sr3",
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T16:43:07.296Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "listWatches": {
    "200": {
      "watches": [
        {
          "watch_id": "wch_01m84mmcmtezn9tqk103j46sr3",
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "jurisdiction": "us-co",
          "status": "active",
          "every": "1d",
          "tier": "quick",
          "on": [
            "STATUS_CHANGED",
            "GOOD_STANDING_LOST"
          ],
          "max_credits_per_month": 31,
          "created_at": "2026-11-23T16:43:07.296Z",
          "next_check_at": "2030-01-01T08:15:00.000Z"
        }
      ]
    }
  },
  "getWatch": {
    "200": {
      "watch_id": "wch_01m84mmcmtezn9tqk103j46sr3",
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T16:43:07.296Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "updateWatch": {
    "200": {
      "watch_id": "wch_01m84mmcmtezn9tqk103j46sr3",
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "7d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T16:43:07.296Z",
      "next_check_at": "2030-01-07T08:15:00.000Z"
    }
  },
  "checkWatch": {
    "202": {
      "status": "pending",
      "job_id": "job_01m84mmd0ye92ayv54em7k304d"
    }
  },
  "advanceSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-03T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z"
    },
    "202": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "getSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "uploadBatch": {
    "201": {
      "batch_id": "bat_01m84mmdyveybbyc73dgcm51wq",
      "status": "ready",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T16:43:08.640Z",
      "rejections": [
        {
          "line": 3,
          "field": "jurisdiction",
          "message": "\"us-zz\" is not a supported jurisdiction."
        }
      ]
    }
  },
  "listBatches": {
    "200": {
      "batches": [
        {
          "batch_id": "bat_01m84mmdyveybbyc73dgcm51wq",
          "status": "ready",
          "rows": 2,
          "accepted": 1,
          "rejected": 1,
          "max_credits": 1,
          "counts": {
            "pending": 1,
            "found": 0,
            "review": 0,
            "no_match": 0,
            "failed": 0,
            "duplicate": 0
          },
          "credits_charged": 0,
          "created_at": "2026-11-23T16:43:08.640Z"
        }
      ]
    }
  },
  "startBatch": {
    "202": {
      "batch_id": "bat_01m84mmdyveybbyc73dgcm51wq",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T16:43:08.640Z",
      "started_at": "2026-11-23T16:43:09.187Z"
    }
  },
  "getBatch": {
    "200": {
      "batch_id": "bat_01m84mmdyveybbyc73dgcm51wq",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T16:43:08.640Z",
      "started_at": "2026-11-23T16:43:09.187Z"
    }
  },
  "adminRefundBatchRow": {
    "200": {
      "batch_id": "bat_01m84mmdyveybbyc73dgcm51wq",
      "line": 2,
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "cancelBatch": {
    "200": {
      "batch_id": "bat_01m84mmgghejt9a21pd9zk29h2",
      "status": "cancelled",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T16:43:11.250Z",
      "ended_at": "2026-11-23T16:43:11.350Z"
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84mmgqse6h8a0d0rnx286pc",
      "label": "key-1795452191"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m84mmdxae14bg5k1a9fne24a",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:08.585Z",
      "api_keys": [
        {
          "id": "key_01m84mmdy0fwbb5se2g43r2d7n",
          "label": "key-1795452188",
          "prefix": "stnd_gnU",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:08.608Z"
        },
        {
          "id": "key_01m84mmgqse6h8a0d0rnx286pc",
          "label": "key-1795452191",
          "prefix": "stnd_JEK",
          "rate_limit": 100000,
          "is_active": true,
          "jurisdictions": [
            "us-ny"
          ],
          "created_at": "2026-11-23T16:43:11.481Z"
        }
      ]
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m84mmdxae14bg5k1a9fne24a",
      "transaction_id": "txn_01m84mmgwaem1a2s2rnecsenfk",
      "amount": -50,
      "credit_balance": 0
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 2,
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m84mm591fq2tg8wg2aectft6",
          "type": "charge",
          "amount": -1,
          "balance_after": 2,
          "description": "Verification (quick) in us-co",
          "job_id": "job_01m84mm591ept8avpd2ea8xynv",
          "entity_name": "Wyvern Makebelieve Supply",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T16:42:59.746Z"
        },
        {
          "transaction_id": "txn_01m84mm53yes3sk5gnzggx7eqf",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T16:42:59.583Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 13
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795452192086",
      "session_id": "cs_test_1_1795452192086",
      "package_id": "pro",
      "expires_at": "2026-11-24T16:43:12.000Z"
    }
  },
  "receiveStripeEvent": {
    "200": {
      "received": true
    }
  },
  "quotePrice": {
    "200": {
      "max_credits": 15,
      "expected_credits": 15,
      "affordable": true,
      "tier": "deep",
      "cached": true,
      "cached_age_seconds": 28,
      "expected_wait_seconds": 0
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "A4I0l6ODC75OROgrhveWFbQAT8DggTyHW1zeshtlEH9",
          "signed_in_at": "2026-11-23T16:43:14.642Z",
          "expires_at": "2026-12-07T16:43:14.642Z"
        }
      ]
    }
  },
  "getUsage": {
    "200": {
      "period": {
        "from": "2026-10-25",
        "to": "2026-11-23"
      },
      "totals": {
        "requests": 0,
        "credits_charged": 0,
        "credits_refunded": 0
      },
      "by_operation": [],
      "by_day": [
        {
          "date": "2026-10-25",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        },
        {
          "date": "2026-10-26",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        }
      ],
      "by_key": [],
      "by_grant": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "sZL0Pw2TV-23Ny7J6BOALdhqbm8y_uwvavVcaeG6k04",
          "client_id": "GAsyZP-YFxl2d87Vsau_9F9otfcaHL65Ai3jN1mwlaK",
          "client_name": "Intake Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T16:43:14.560Z",
          "expires_at": "2027-11-23T16:43:14.560Z"
        }
      ]
    }
  },
  "updateGrant": {
    "200": {
      "grant_id": "sZL0Pw2TV-23Ny7J6BOALdhqbm8y_uwvavVcaeG6k04",
      "client_id": "GAsyZP-YFxl2d87Vsau_9F9otfcaHL65Ai3jN1mwlaK",
      "client_name": "Intake Agent",
      "scopes": [
        "account:read"
      ],
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "granted_at": "2026-11-23T16:43:14.560Z",
      "expires_at": "2027-11-23T16:43:14.560Z"
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m84mmn58f4zs9d1zga6r5qx8",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:15.988Z",
      "api_keys": [
        {
          "id": "key_01m84mmn6dev39g4kp99ffvf19",
          "label": "key-1795452196",
          "prefix": "stnd_bcM",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:16.045Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m84mmn58f4zs9d1zga6r5qx8",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:15.988Z",
      "api_keys": [
        {
          "id": "key_01m84mmn6dev39g4kp99ffvf19",
          "label": "key-1795452196",
          "prefix": "stnd_bcM",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:16.045Z"
        }
      ]
    }
  },
  "listKeys": {
    "200": {
      "api_keys": [
        {
          "id": "key_01m84mkp4sferscg4v8fhhv7zz",
          "label": "key-1795452164",
          "prefix": "stnd_23L",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:42:44.249Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T16:43:17.156Z",
      "account": {
        "account_id": "acc_01m84mkp49eyr9qvz6snksd6dw",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 502,
        "created_at": "2026-11-23T16:42:44.229Z"
      },
      "api_keys": [
        {
          "id": "key_01m84mkp4sferscg4v8fhhv7zz",
          "label": "key-1795452164",
          "prefix": "stnd_23L",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:42:44.249Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m84mkp4pf3hre6pebswkwm4h",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T16:42:44.247Z"
        },
        {
          "transaction_id": "txn_01m84mkpj3f97r1r7x8yzj0gjk",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m84mkp4sferscg4v8fhhv7zz",
          "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T16:42:44.695Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T16:42:44.692Z",
          "completed_at": "2026-11-23T16:42:52.900Z"
        },
        {
          "job_id": "job_01m84mkq1hew0rjakv2xqk5x34",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "registered_agent": {
              "name": "Nowhere Registered Agents LLC",
              "address": {
                "line1": "400 Nowhere Plaza",
                "line2": null,
                "city": "Imaginary Springs",
                "region": "CO",
                "postal_code": "80000",
                "country": "US"
              }
            },
            "officers": null,
            "principal_address": {
              "line1": "1 Imaginary Street",
              "line2": null,
              "city": "Nowhere Falls",
              "region": "CO",
              "postal_code": "80001",
              "country": "US"
            },
            "filing_history_summary": {
              "total_filings": 4,
              "last_filing_date": "2025-03-15",
              "recent_filings": [
                {
                  "date": "2025-03-15",
                  "type": "Periodic Report"
                },
                {
                  "date": "2024-03-15",
                  "type": "Periodic Report"
                }
              ]
            },
            "tier": "deep",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-23T16:42:45.204Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T16:42:45.170Z",
          "completed_at": "2026-11-23T16:42:45.392Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m84mkyk3fw8b72n52q2egp8f",
          "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
          "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
            "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T16:42:52.899Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T16:42:52.914Z",
              "number": 1,
              "duration_ms": 26,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T16:42:52.900Z",
          "finished_at": "2026-11-23T16:42:52.953Z"
        },
        {
          "delivery_id": "dlv_01m84mmc51f7pbd2ycjv2frvn9",
          "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
          "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84mkyk3ee2s23a0vnsgv330",
            "job_id": "job_01m84mkpj2fsk8cb8ybq25nbjt",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T16:42:52.899Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T16:43:06.802Z",
              "number": 1,
              "duration_ms": 42,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T16:43:06.769Z",
          "finished_at": "2026-11-23T16:43:06.859Z"
        }
      ],
      "watches": [],
      "batches": [],
      "batch_rows": [],
      "paid_entities": [
        {
          "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
          "tier": "deep",
          "last_charged_on": "2026-11-23"
        },
        {
          "entity_id": "ent_01m84mm5cxe2dbdsnj421zcafj",
          "tier": "quick",
          "last_charged_on": "2026-11-23"
        }
      ],
      "payments": [
        {
          "session_id": "cs_test_1_1795452192086",
          "package_id": "pro",
          "amount_credits": 500,
          "price_cents": 3500,
          "status": "paid",
          "created_at": "2026-11-23T16:43:12.097Z",
          "expires_at": "2026-11-24T16:43:12.000Z",
          "paid_at": "2026-11-23T16:43:12.319Z"
        }
      ],
      "debts": [],
      "oauth_grants": []
    }
  },
  "updateKey": {
    "200": {
      "id": "key_01m84mmpcve6k84gsbxqa5tw8m",
      "label": "second",
      "prefix": "stnd_zRD",
      "rate_limit": 100000,
      "is_active": true,
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "jurisdictions": [
        "us-co"
      ],
      "tiers": [
        "quick"
      ],
      "created_at": "2026-11-23T16:43:17.275Z"
    }
  },
  "getWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"
    }
  },
  "rotateWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl",
      "previous_secret_expires_at": "2026-11-24T16:43:17.789Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84mmqk8frr9m86rxxr7ptce",
          "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T16:43:18.504Z"
        },
        {
          "job_id": "job_01m84mmd0ye92ayv54em7k304d",
          "account_id": "acc_01m84mmcjzep28rcrtv5x1qgb0",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T16:43:07.679Z",
          "completed_at": "2026-11-23T16:43:07.998Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 14
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m84mmqk8frr9m86rxxr7ptce",
      "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T16:43:18.504Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m84mmqk8frr9m86rxxr7ptce",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T16:43:18.365Z",
          "api_keys": [
            {
              "id": "key_01m84mmqjae15rg5yz0qdmfhy8",
              "label": "key-1795452198",
              "prefix": "stnd_0KR",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T16:43:18.474Z"
            }
          ],
          "disabled": false,
          "deleted": false,
          "debt_credits": 0
        }
      ]
    }
  },
  "adminGetAccount": {
    "200": {
      "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:18.365Z",
      "api_keys": [
        {
          "id": "key_01m84mmqjae15rg5yz0qdmfhy8",
          "label": "key-1795452198",
          "prefix": "stnd_0KR",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:18.474Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminListMirrors": {
    "200": {
      "mirrors": []
    }
  },
  "adminCreateAccount": {
    "201": {
      "account_id": "acc_01m84mmrgve8c9jf02sazmpe4m",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84mmrh8ewjs3kk1zjz9v6jb",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:18.365Z",
      "api_keys": [
        {
          "id": "key_01m84mmqjae15rg5yz0qdmfhy8",
          "label": "key-1795452198",
          "prefix": "stnd_0KR",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:18.474Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m84mmqfmfpt8a5zxfarvm1xz",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T16:43:18.365Z",
      "api_keys": [
        {
          "id": "key_01m84mmqjae15rg5yz0qdmfhy8",
          "label": "key-1795452198",
          "prefix": "stnd_0KR",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T16:43:18.474Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m84mmqjae15rg5yz0qdmfhy8",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "It was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m84mkq7nepcryw6fzth196er",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T16:43:20.064Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "af7959ea-1840-4dc2-a4ef-0ae4c29d3bfb"
          },
          "action": "erase personal data",
          "subject": "ent_01m84mkq7nepcryw6fzth196er",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T16:43:19.867Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "1f0469e9-82c8-461c-b9ce-acf41606f76e"
          },
          "action": "switch jurisdiction on",
          "subject": "us-or",
          "reason": "asked for by phone",
          "details": {}
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 11
      }
    }
  }
};
