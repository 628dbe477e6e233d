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
      "key_id": "key_01m84hxeeffy2sy90r5vgvz0kg",
      "label": "key-1795449338"
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
      "job_id": "job_01m84hxfnbfm48qmb5tgp2f0fr",
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
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
          "retrieved_at": "2026-11-23T15:55:39.574Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m84hxf1kee4v0a24nwd94c0y"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m84hxf1kee4v0a24nwd94c0y"
    }
  },
  "listJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84hxnrrekfsy5b7zc29qbfp",
          "status": "failed",
          "entity_name": "Sandbox Timeout LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T15:55:45.817Z",
          "completed_at": "2026-11-23T15:55:53.898Z"
        },
        {
          "job_id": "job_01m84hxgrhez29fzfjjv1r7pw2",
          "status": "failed",
          "entity_name": "Sandbox Unavailable LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_UNAVAILABLE: The official source is temporarily unavailable.",
          "created_at": "2026-11-23T15:55:40.691Z",
          "completed_at": "2026-11-23T15:55:45.769Z"
        }
      ],
      "next_cursor": "job_01m84hxgfhfv381qwbjhmhws8q"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
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
        "retrieved_at": "2026-11-23T15:55:39.574Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T15:55:39.574Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
      "snapshots": [
        {
          "snapshot_id": "snp_01m84hxfnpefj885x6fk3bwsx3",
          "verified_at": "2026-11-23T15:55:39.574Z",
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
              "retrieved_at": "2026-11-23T15:55:39.574Z",
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
      "search_id": "srch_01m84hxy1be9mbnfk79mqsq5g0",
      "results": [
        {
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
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
            "retrieved_at": "2026-11-23T15:55:54.292Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84hxy5ses3sdcaveveqz5pj",
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
            "retrieved_at": "2026-11-23T15:55:54.292Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84hxy1be34ac4k9g1qk8crj",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84hxy1bf0brkngq8tcgwqf4",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84hxy1be34ac4k9g1qk8crj",
        "job_01m84hxy1bf0brkngq8tcgwqf4"
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
      "search_id": "srch_01m84hxxzmfwetbb8bcn4wjjk7",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m84hxxzmehc9msnh3h1q3mwt",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m84hxxzmfsvtbjg1nmaq86pq",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m84hxxzmehc9msnh3h1q3mwt",
        "job_01m84hxxzmfsvtbjg1nmaq86pq"
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
      "search_id": "srch_01m84hxxzmfwetbb8bcn4wjjk7",
      "results": [
        {
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
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
            "retrieved_at": "2026-11-23T15:55:54.292Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84hxy5ses3sdcaveveqz5pj",
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
            "retrieved_at": "2026-11-23T15:55:54.292Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84hxxzmehc9msnh3h1q3mwt",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84hxxzmfsvtbjg1nmaq86pq",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84hxxzmehc9msnh3h1q3mwt",
        "job_01m84hxxzmfsvtbjg1nmaq86pq"
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
          "delivery_id": "dlv_01m84hxq1hfxgtxg0kpr9ae1sb",
          "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T15:55:47.137Z",
              "response_status": 200,
              "duration_ms": 13
            }
          ],
          "created_at": "2026-11-23T15:55:47.122Z"
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
      "delivery_id": "dlv_01m84hxq1hfxgtxg0kpr9ae1sb",
      "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T15:55:47.137Z",
          "response_status": 200,
          "duration_ms": 13,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
            "Content-Type": "application/json",
            "webhook-signature": "v1,iRcWZYlODcb2nyR2QqzGCN0BZLq+xLWT2jvf67SzQPM=",
            "webhook-timestamp": "1795449347",
            "X-Service-Signature": "sha256=8c8f94e918c094658aaa3564234c47f7f4f1aab1b779d9b14d1f3436205bd620"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T15:55:47.122Z",
      "request_body": "{\"event\":\"verification.failed\",\"event_id\":\"evt_01m84hxq1hfeftwft2ffsvtfhw\",\"job_id\":\"job_01m84hxf1kee4v0a24nwd94c0y\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T15:55:47.121Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m84hy3j5fddsscy74sby61kp"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
          "created_at": "2026-11-23T15:55:47.127Z",
          "payload": {
            "event": "verification.failed",
            "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
            "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T15:55:47.121Z"
          }
        }
      ],
      "next_cursor": "evt_01m84hxq1hfeftwft2ffsvtfhw",
      "has_more": false
    }
  },
  "createWatch": {
    "201": {
      "watch_id": "wch_01m84hy3x0fv5ba3wg01c2jf5v",
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T15:56:00.292Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "listWatches": {
    "200": {
      "watches": [
        {
          "watch_id": "wch_01m84hy3x0fv5ba3wg01c2jf5v",
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
          "jurisdiction": "us-co",
          "status": "active",
          "every": "1d",
          "tier": "quick",
          "on": [
            "STATUS_CHANGED",
            "GOOD_STANDING_LOST"
          ],
          "max_credits_per_month": 31,
          "created_at": "2026-11-23T15:56:00.292Z",
          "next_check_at": "2030-01-01T08:15:00.000Z"
        }
      ]
    }
  },
  "getWatch": {
    "200": {
      "watch_id": "wch_01m84hy3x0fv5ba3wg01c2jf5v",
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T15:56:00.292Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "updateWatch": {
    "200": {
      "watch_id": "wch_01m84hy3x0fv5ba3wg01c2jf5v",
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "7d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T15:56:00.292Z",
      "next_check_at": "2030-01-07T08:15:00.000Z"
    }
  },
  "checkWatch": {
    "202": {
      "status": "pending",
      "job_id": "job_01m84hy46jfyh9fxz71ht65f2k"
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
      "batch_id": "bat_01m84hy4nte81ry16h8x22v02n",
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
      "created_at": "2026-11-23T15:56:01.084Z",
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
          "batch_id": "bat_01m84hy4nte81ry16h8x22v02n",
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
          "created_at": "2026-11-23T15:56:01.084Z"
        }
      ]
    }
  },
  "startBatch": {
    "202": {
      "batch_id": "bat_01m84hy4nte81ry16h8x22v02n",
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
      "created_at": "2026-11-23T15:56:01.084Z",
      "started_at": "2026-11-23T15:56:01.486Z"
    }
  },
  "getBatch": {
    "200": {
      "batch_id": "bat_01m84hy4nte81ry16h8x22v02n",
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
      "created_at": "2026-11-23T15:56:01.084Z",
      "started_at": "2026-11-23T15:56:01.486Z"
    }
  },
  "adminRefundBatchRow": {
    "200": {
      "batch_id": "bat_01m84hy4nte81ry16h8x22v02n",
      "line": 2,
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "cancelBatch": {
    "200": {
      "batch_id": "bat_01m84hy6dve3ardvndnaemjydr",
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
      "created_at": "2026-11-23T15:56:02.876Z",
      "ended_at": "2026-11-23T15:56:02.983Z"
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84hy6q1etasv9ytygnnn832",
      "label": "key-1795449363"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m84hy4n4ecxbvs4hgfk335r6",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:01.059Z",
      "api_keys": [
        {
          "id": "key_01m84hy4n6e3haxrmc9fbpwbha",
          "label": "key-1795449361",
          "prefix": "stnd_6mR",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:01.062Z"
        },
        {
          "id": "key_01m84hy6q1etasv9ytygnnn832",
          "label": "key-1795449363",
          "prefix": "stnd_67G",
          "rate_limit": 100000,
          "is_active": true,
          "jurisdictions": [
            "us-ny"
          ],
          "created_at": "2026-11-23T15:56:03.169Z"
        }
      ]
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m84hy4n4ecxbvs4hgfk335r6",
      "transaction_id": "txn_01m84hy73gen4tfm0mwq300tdn",
      "amount": -50,
      "credit_balance": 0
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 3,
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
          "transaction_id": "txn_01m84hxxqffycbcwmex38tfd47",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T15:55:53.969Z"
        },
        {
          "transaction_id": "txn_01m84hxxq5ed5vhz6cj6qp963r",
          "type": "charge",
          "amount": -15,
          "balance_after": 18,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T15:55:53.958Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 12
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795449363838",
      "session_id": "cs_test_1_1795449363838",
      "package_id": "pro",
      "expires_at": "2026-11-24T15:56:03.000Z"
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
      "cached_age_seconds": 25,
      "expected_wait_seconds": 0
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "G4XmJEJdjlenEWGwMLXNnifd7SbZl7PZeTWwSax6BlG",
          "signed_in_at": "2026-11-23T15:56:05.329Z",
          "expires_at": "2026-12-07T15:56:05.329Z"
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
          "grant_id": "4zBLK0xf-lcYI23TmZ5V8o2ZE6ZfE1rHByFfZJBbnaU",
          "client_id": "4-SxpNqQiJhkg_9MWR7x2ZJCkgA69ir7pG8SqqZfJrr",
          "client_name": "Intake Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T15:56:05.237Z",
          "expires_at": "2027-11-23T15:56:05.237Z"
        }
      ]
    }
  },
  "updateGrant": {
    "200": {
      "grant_id": "4zBLK0xf-lcYI23TmZ5V8o2ZE6ZfE1rHByFfZJBbnaU",
      "client_id": "4-SxpNqQiJhkg_9MWR7x2ZJCkgA69ir7pG8SqqZfJrr",
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
      "granted_at": "2026-11-23T15:56:05.237Z",
      "expires_at": "2027-11-23T15:56:05.237Z"
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m84hya7keas97p6rmdbgw25n",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:06.746Z",
      "api_keys": [
        {
          "id": "key_01m84hya85efe817c627wp094x",
          "label": "key-1795449366",
          "prefix": "stnd_KB0",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:06.789Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m84hya7keas97p6rmdbgw25n",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:06.746Z",
      "api_keys": [
        {
          "id": "key_01m84hya85efe817c627wp094x",
          "label": "key-1795449366",
          "prefix": "stnd_KB0",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:06.789Z"
        }
      ]
    }
  },
  "listKeys": {
    "200": {
      "api_keys": [
        {
          "id": "key_01m84hxeeffy2sy90r5vgvz0kg",
          "label": "key-1795449338",
          "prefix": "stnd_ZRX",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:55:38.319Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T15:56:08.148Z",
      "account": {
        "account_id": "acc_01m84hxedge90st26vdcqysqbh",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 503,
        "created_at": "2026-11-23T15:55:38.283Z"
      },
      "api_keys": [
        {
          "id": "key_01m84hxeeffy2sy90r5vgvz0kg",
          "label": "key-1795449338",
          "prefix": "stnd_ZRX",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:55:38.319Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m84hxeeaes0tezkcsrdvpqsj",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T15:55:38.316Z"
        },
        {
          "transaction_id": "txn_01m84hxf1mf3t867fgn859b8xh",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m84hxeeffy2sy90r5vgvz0kg",
          "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T15:55:38.943Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T15:55:38.935Z",
          "completed_at": "2026-11-23T15:55:47.122Z"
        },
        {
          "job_id": "job_01m84hxfnbfm48qmb5tgp2f0fr",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
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
              "retrieved_at": "2026-11-23T15:55:39.574Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T15:55:39.569Z",
          "completed_at": "2026-11-23T15:55:39.789Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m84hxq1hfxgtxg0kpr9ae1sb",
          "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
          "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
            "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T15:55:47.121Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T15:55:47.137Z",
              "number": 1,
              "duration_ms": 13,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T15:55:47.122Z",
          "finished_at": "2026-11-23T15:55:47.152Z"
        },
        {
          "delivery_id": "dlv_01m84hy3j5fddsscy74sby61kp",
          "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
          "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84hxq1hfeftwft2ffsvtfhw",
            "job_id": "job_01m84hxf1kee4v0a24nwd94c0y",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T15:55:47.121Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T15:55:59.967Z",
              "number": 1,
              "duration_ms": 193,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T15:55:59.929Z",
          "finished_at": "2026-11-23T15:56:00.169Z"
        }
      ],
      "watches": [],
      "batches": [],
      "batch_rows": [],
      "paid_entities": [
        {
          "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
          "tier": "deep",
          "last_charged_on": "2026-11-23"
        }
      ],
      "payments": [
        {
          "session_id": "cs_test_1_1795449363838",
          "package_id": "pro",
          "amount_credits": 500,
          "price_cents": 3500,
          "status": "paid",
          "created_at": "2026-11-23T15:56:03.840Z",
          "expires_at": "2026-11-24T15:56:03.000Z",
          "paid_at": "2026-11-23T15:56:04.049Z"
        }
      ],
      "debts": [],
      "oauth_grants": []
    }
  },
  "updateKey": {
    "200": {
      "id": "key_01m84hybqve1kb9dspry605dcr",
      "label": "second",
      "prefix": "stnd_NER",
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
      "created_at": "2026-11-23T15:56:08.315Z"
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
      "previous_secret_expires_at": "2026-11-24T15:56:08.719Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84hycdafct8gbwrmp85gf1p",
          "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T15:56:09.002Z"
        },
        {
          "job_id": "job_01m84hy46jfyh9fxz71ht65f2k",
          "account_id": "acc_01m84hy3ttf0drftxfdt6gx08j",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T15:56:00.597Z",
          "completed_at": "2026-11-23T15:56:00.767Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 13
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m84hycdafct8gbwrmp85gf1p",
      "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T15:56:09.002Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m84hycdafct8gbwrmp85gf1p",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T15:56:08.979Z",
          "api_keys": [
            {
              "id": "key_01m84hyccpe3ha7s4smyt4f9ns",
              "label": "key-1795449368",
              "prefix": "stnd_ekD",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T15:56:08.982Z"
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
      "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:08.979Z",
      "api_keys": [
        {
          "id": "key_01m84hyccpe3ha7s4smyt4f9ns",
          "label": "key-1795449368",
          "prefix": "stnd_ekD",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:08.982Z"
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
      "account_id": "acc_01m84hycsjfcxatxgr3nhd73gq",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84hycspf4e9a8sd6h9nbnh3",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:08.979Z",
      "api_keys": [
        {
          "id": "key_01m84hyccpe3ha7s4smyt4f9ns",
          "label": "key-1795449368",
          "prefix": "stnd_ekD",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:08.982Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m84hyccmfgzt1gw83dj3htp9",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T15:56:08.979Z",
      "api_keys": [
        {
          "id": "key_01m84hyccpe3ha7s4smyt4f9ns",
          "label": "key-1795449368",
          "prefix": "stnd_ekD",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T15:56:08.982Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m84hyccpe3ha7s4smyt4f9ns",
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
      "entity_id": "ent_01m84hxfvye3aas6v9senb0t3a",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T15:56:09.629Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "e304acec-3998-44be-9980-2f6a8ec2cbe2"
          },
          "action": "erase personal data",
          "subject": "ent_01m84hxfvye3aas6v9senb0t3a",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T15:56:09.585Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "bd3a9512-42ec-4f34-ad6e-b3ec178a01e2"
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
